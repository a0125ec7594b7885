// Which identity has each label before the first refinement?
//
// mode:    read
// param:   comparisons  LIST<MAP>      id, first, second (gids)
// column:  id           STRING         comparison
// column:  entities     LIST<INTEGER>  T1's entities in order: the idx of the aligned one in T2, or -1 - idx
// column:  relations    LIST<INTEGER>  T1's relations in the same way
// column:  kept         LIST<INTEGER>  idx of T2's kept entities in order of first appearance
UNWIND $comparisons AS row
CALL (row) {
  MATCH (:Graph {gid: row.first})-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(e:Entity)
  WITH DISTINCT row, e
  OPTIONAL MATCH (e)-[:SAME_AS {comparison: row.id}]->(other:Entity)
  WITH e, coalesce(other.idx, -1 - e.idx) AS identity ORDER BY e.idx
  RETURN collect(identity) AS entities
}
CALL (row) {
  MATCH (:Graph {gid: row.first})-[:HAS_TRIPLET]->(:Triplet)-[:RELATION]->(r:Relation)
  WITH DISTINCT row, r
  OPTIONAL MATCH (r)-[:SAME_AS {comparison: row.id}]->(other:Relation)
  WITH r, coalesce(other.idx, -1 - r.idx) AS identity ORDER BY r.idx
  RETURN collect(identity) AS relations
}
CALL (row) {
  MATCH (:Comparison {id: row.id})-[k:KEEPS]->(t:Triplet)
  MATCH (t)-[:HEAD]->(h:Entity), (t)-[:TAIL]->(u:Entity)
  UNWIND [[2 * k.position, h.idx], [2 * k.position + 1, u.idx]] AS end
  WITH end[1] AS idx, min(end[0]) AS place ORDER BY place
  RETURN collect(idx) AS kept
}
RETURN row.id AS id, entities AS entities, relations AS relations, kept AS kept
ORDER BY id
