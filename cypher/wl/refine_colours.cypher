// One Weisfeiler-Lehman refinement of both graphs of each comparison.
//
// Nodes of one signature (own colour, sorted neighbourhood) form a group: its number is their
// next colour. T1 is side 0, the kept part of T2 side 1.
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
  WITH row, side, edge, head, CASE WHEN $relations THEN relation ELSE 0 END AS relation, tail
  UNWIND CASE
    WHEN $neighbourhood = 'both' THEN [[head, 0, tail], [tail, 1, head]]
    WHEN $neighbourhood = 'first_to_later' AND row.ranks[side][head] > row.ranks[side][tail]
      THEN [[tail, 0, head]]
    ELSE [[head, 0, tail]]
  END AS step
  WITH DISTINCT row, side, relation, step, CASE WHEN $parallel THEN edge END AS copy
  WITH row, side, step[0] AS node, [step[1], relation, row.colours[side][step[2]]] AS way
  ORDER BY way
  WITH row, side, node, collect(way) AS around
  WITH row, collect([side, node]) AS nodes, collect(around) AS neighbourhoods
  UNWIND [0, 1] AS side
  UNWIND [idx IN range(0, size(row.colours[side]) - 1) WHERE row.colours[side][idx] IS NOT NULL]
    AS idx
  WITH side, idx, [row.colours[side][idx]] + coalesce(
    [place IN range(0, size(nodes) - 1) WHERE nodes[place] = [side, idx] | neighbourhoods[place]][0],
    []) AS signature
  ORDER BY side, idx
  WITH signature, collect([side, idx]) AS group
  WITH group ORDER BY group
  RETURN collect(group) AS groups
}
RETURN row.id AS id, groups AS groups
ORDER BY id
