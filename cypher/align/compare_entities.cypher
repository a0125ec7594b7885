// Cosines between all entities of two graphs, in double precision.
//
// mode:    read
// param:   pairs    LIST<MAP>   id; first, second (gids)
// column:  id       INTEGER     pair
// column:  cosines  LIST<LIST>  [idx in first, idx in second, cosine]
UNWIND $pairs AS row
CALL (row) {
  MATCH (:Graph {gid: row.first})-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(a:Entity)
  WHERE a.vector IS NOT NULL
  WITH DISTINCT a
  RETURN collect([a.idx, a.norm, a.vector]) AS firsts
}
CALL (row) {
  MATCH (:Graph {gid: row.second})-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(b:Entity)
  WHERE b.vector IS NOT NULL
  WITH DISTINCT b
  RETURN collect([b.idx, b.norm, b.vector]) AS seconds
}
CALL (firsts, seconds) {
  UNWIND firsts AS a
  UNWIND seconds AS b
  WITH a[0] AS i, b[0] AS j, a[1] * b[1] AS norms, a[2] AS u, b[2] AS v
  RETURN collect([i, j,
    reduce(dot = 0.0, d IN range(0, size(u) - 1) | dot + u[d] * v[d]) / norms]) AS cosines
}
RETURN row.id AS id, cosines AS cosines
ORDER BY id
