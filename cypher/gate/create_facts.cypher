// Create facts of a reference; one between two entities becomes an edge as well.
//
// mode:    write
// param:   reference  STRING     name of the reference
// param:   facts      LIST<MAP>  id, key, subject, relation, name, negated, object, text, low, high, unit, counted, first, last, valid_from, valid_to, when, source, confidence; edge, turned, symmetric
UNWIND $facts AS row
MATCH (s:RefEntity {key: $reference + '|' + row.subject})
OPTIONAL MATCH (o:RefEntity {key: $reference + '|' + row.object})
WITH row, s, o, s.name + ' ' + row.name + ' ' + coalesce(o.name, row.object) + row.when
  + CASE row.source WHEN '' THEN '' ELSE ' (' + row.source + ')' END
  + coalesce(', confidence ' + toString(row.confidence), '') AS says
CREATE (f:RefFact)
SET f = row {.id, .key, .subject, .relation, .name, .negated, .object, .text, .valid_from,
    .valid_to, .source, .confidence},
  f.reference = $reference, f.says = says, f.literal = o IS NULL,
  // A year may be an entity as well, and is compared as a year all the same.
  f += CASE WHEN o IS NULL THEN row {.low, .high, .unit, .counted, .first, .last}
    ELSE o {.low, .high, .unit, .counted, .first, .last} END,
  f.object_key = CASE WHEN o IS NULL THEN null ELSE o.key + '|' + row.relation END
CREATE (f)-[:SUBJECT]->(s)
FOREACH (target IN CASE WHEN o IS NULL THEN [] ELSE [o] END | CREATE (f)-[:OBJECT]->(target))
// A relation and its inverse are one kind of edge; a symmetric one leads both ways.
FOREACH (way IN CASE
    WHEN o IS NULL THEN []
    WHEN row.symmetric THEN [[s, o], [o, s]]
    WHEN row.turned THEN [[o, s]]
    ELSE [[s, o]] END |
  FOREACH (a IN [way[0]] | FOREACH (b IN [way[1]] |
    CREATE (a)-[:HOLDS {relation: row.edge, negated: row.negated, valid_from: row.valid_from,
      valid_to: row.valid_to, says: says}]->(b))))
