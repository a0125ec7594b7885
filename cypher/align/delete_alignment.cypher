// Remove what an earlier run wrote under the ids of these comparisons.
//
// mode:    write
// param:   comparisons  LIST<STRING>  ids
UNWIND $comparisons AS id
MATCH (c:Comparison {id: id})
CALL (c) {
  MATCH (c)-[r:KEEPS|EXTRA|MISSING|COLOURED]->()
  DELETE r
}
CALL (c) {
  MATCH (c)-[:ANSWER|REFERENCE]->(:Graph)-[:HAS_TRIPLET]->(t:Triplet)
  MATCH (t)-[r:MATCHES|ALIGNED_WITH|MISMATCHES {comparison: c.id}]->()
  DELETE r
}
CALL (c) {
  MATCH (c)-[:ANSWER|REFERENCE]->(:Graph)-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|RELATION|TAIL]->(part)
  WITH DISTINCT c, part
  MATCH (part)-[r:SAME_AS {comparison: c.id}]->()
  DELETE r
}
