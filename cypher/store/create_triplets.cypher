// Store the triplets of graphs, with their entities and relations.
//
// mode:    write
// param:   graphs  LIST<MAP>  gid and role; entities and relations as [idx, label, key, names, quantities, negated, words, opposites]; triplets as [head, relation, tail, text, multiplicity, head name, relation name, tail name, what the text says there or null]
UNWIND $graphs AS row
MATCH (g:Graph {gid: row.gid})
CALL (row) {
  UNWIND row.entities AS e
  CREATE (n:Entity:$(row.role) {gid: row.gid, idx: e[0], label: e[1], key: e[2], names: e[3],
    quantities: e[4], negated: e[5], words: e[6], opposites: e[7]})
  RETURN collect(n) AS entities
}
CALL (row) {
  UNWIND row.relations AS r
  CREATE (n:Relation:$(row.role) {gid: row.gid, idx: r[0], label: r[1], key: r[2], names: r[3],
    quantities: r[4], negated: r[5], words: r[6], opposites: r[7]})
  RETURN collect(n) AS relations
}
UNWIND range(0, size(row.triplets) - 1) AS idx
WITH g, row, row.triplets[idx] AS t, idx, entities, relations
WITH g, row, t, idx, entities[t[0]] AS head, relations[t[1]] AS relation, entities[t[2]] AS tail
CREATE (g)-[:HAS_TRIPLET]->(n:Triplet:$(row.role) {gid: g.gid, idx: idx, text: t[3], multiplicity: t[4],
  head: t[5], relation: t[6], tail: t[7], said: t[8]})
CREATE (n)-[:HEAD]->(head)
CREATE (n)-[:RELATION]->(relation)
CREATE (n)-[:TAIL]->(tail)
CREATE (head)-[:REL {label: relation.label, name: t[6], gid: g.gid, idx: idx}]->(tail)
