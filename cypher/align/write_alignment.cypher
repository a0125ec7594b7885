// Write the filter's choices, the triplets it keeps and the labels that align.
//
// mode:    write
// param:   comparisons  LIST<MAP>  id, first, second (gids), s_sbert; matches [idx, idx, cosine]; kept [idx]; entities and relations [key, key, cosine]
UNWIND $comparisons AS row
MATCH (c:Comparison {id: row.id})
SET c.s_sbert = row.s_sbert
WITH c, row
CALL (row) {
  UNWIND row.matches AS pair
  MATCH (a:Triplet {gid: row.first, idx: pair[0]})
  MATCH (b:Triplet {gid: row.second, idx: pair[1]})
  CREATE (a)-[:MATCHES {cosine: pair[2], comparison: row.id}]->(b)
}
CALL (c, row) {
  UNWIND range(0, size(row.kept) - 1) AS position
  MATCH (t:Triplet {gid: row.second, idx: row.kept[position]})
  CREATE (c)-[:KEEPS {position: position}]->(t)
}
CALL (row) {
  UNWIND row.entities AS pair
  MATCH (a:Entity {gid: row.first, key: pair[0]})
  MATCH (b:Entity {gid: row.second, key: pair[1]})
  CREATE (a)-[:SAME_AS {cosine: pair[2], comparison: row.id}]->(b)
}
CALL (row) {
  UNWIND row.relations AS pair
  MATCH (a:Relation {gid: row.first, key: pair[0]})
  MATCH (b:Relation {gid: row.second, key: pair[1]})
  CREATE (a)-[:SAME_AS {cosine: pair[2], comparison: row.id}]->(b)
}
