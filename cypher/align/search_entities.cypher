// Cosines between entities of two graphs that a filtered vector index look-up proposes.
//
// The index only proposes; the cosine is computed again in double precision.
//
// mode:    read
// needs:   search
// param:   pairs       LIST<MAP>   id; first, second (gids)
// param:   candidates  INTEGER     how many a look-up proposes
// column:  id          INTEGER     pair
// column:  cosines     LIST<LIST>  [idx in first, idx in second, cosine]
CYPHER 25
UNWIND $pairs AS row
CALL (row) {
  MATCH (:Graph {gid: row.first})-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(a:Entity)
  WHERE a.vector IS NOT NULL
  WITH DISTINCT row, a
  CALL (row, a) {
    MATCH (b:Entity)
    SEARCH b IN (VECTOR INDEX entity_vectors FOR a.vector WHERE b.gid = row.second LIMIT $candidates)
    RETURN b
  }
  WITH a.idx AS i, b.idx AS j, a.norm * b.norm AS norms, a.vector AS u, b.vector AS v
  RETURN collect([i, j,
    reduce(dot = 0.0, d IN range(0, size(u) - 1) | dot + u[d] * v[d]) / norms]) AS cosines
}
RETURN row.id AS id, cosines AS cosines
ORDER BY id
