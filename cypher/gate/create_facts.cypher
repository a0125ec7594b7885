// Create facts of a reference; an object that is an entity's id becomes an edge as well.
//
// mode:    write
// param:   reference  STRING     name of the reference
// param:   facts      LIST<MAP>  id, key, subject, relation, name, negated, object, text, number, unit, year, valid_from, valid_to, source
UNWIND $facts AS row
MATCH (s:RefEntity {key: $reference + '|' + row.subject})
OPTIONAL MATCH (o:RefEntity {key: $reference + '|' + row.object})
CREATE (f:RefFact)
SET f = row, f.reference = $reference, f.subject_name = s.name,
  f.object_name = coalesce(o.name, row.object), f.literal = o IS NULL
CREATE (f)-[:SUBJECT]->(s)
FOREACH (target IN CASE WHEN o IS NULL THEN [] ELSE [o] END |
  CREATE (f)-[:OBJECT]->(target)
  CREATE (s)-[:HOLDS {relation: row.relation, negated: row.negated, valid_from: row.valid_from,
    valid_to: row.valid_to, fact: row.id}]->(target)
)
