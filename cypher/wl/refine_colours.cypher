// One Weisfeiler-Lehman refinement of both graphs of each comparison.
//
// Nodes of one signature (own colour, sorted neighbourhood) form a group: its number is their
// next colour. T1 is side 0, the kept part of T2 side 1. Each node is an end of some edge, and
// has an empty step beside its real ones.
//
// mode:    read
// param:   comparisons    LIST<MAP>      id, first (gid); relations: T1's relation identities; colours and ranks: for each side, by idx of the entity
// param:   neighbourhood  STRING         out, both or first_to_later
// param:   relations      BOOLEAN        whether relation identities are part of a neighbourhood
// param:   parallel       BOOLEAN        whether parallel edges that look the same count each
// column:  id             STRING         comparison
// column:  groups         LIST<LIST>     [side, idx] of the nodes of each colour
UNWIND $comparisons AS row
CALL (row) {
  CALL (row) {
    MATCH (:Graph {gid: row.first})-[:HAS_TRIPLET]->(t:Triplet)
    MATCH (t)-[:HEAD]->(h:Entity), (t)-[:RELATION]->(r:Relation), (t)-[:TAIL]->(u:Entity)
    RETURN 0 AS side, t.idx AS edge, h.idx AS head, row.relations[r.idx] AS relation, u.idx AS tail
    UNION ALL
    MATCH (:Comparison {id: row.id})-[:KEEPS]->(t:Triplet)
    MATCH (t)-[:HEAD]->(h:Entity), (t)-[:RELATION]->(r:Relation), (t)-[:TAIL]->(u:Entity)
    RETURN 1 AS side, t.idx AS edge, h.idx AS head, r.idx AS relation, u.idx AS tail
  }
  WITH row.colours[side] AS colours, row.ranks[side] AS ranks, side, edge, head, relation, tail
  UNWIND [[head], [tail]] + CASE
    WHEN $neighbourhood = 'both' THEN [[head, 0, tail], [tail, 1, head]]
    WHEN $neighbourhood = 'first_to_later' AND ranks[head] > ranks[tail] THEN [[tail, 0, head]]
    ELSE [[head, 0, tail]]
  END AS step
  WITH DISTINCT side, step[0] AS node, colours[step[0]] AS own, step[2] AS neighbour,
    CASE WHEN size(step) > 1 THEN
      [step[1], CASE WHEN $relations THEN relation ELSE 0 END, colours[step[2]]] END AS way,
    CASE WHEN $parallel THEN edge END AS copy
  ORDER BY way
  WITH side, node, own, collect(way) AS around
  ORDER BY side, node
  WITH [own] + around AS signature, collect([side, node]) AS group
  RETURN collect(group) AS groups
}
RETURN row.id AS id, groups AS groups
ORDER BY id
