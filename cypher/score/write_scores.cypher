// Blend structure and semantics into S3KG: (1 - weight) * S_WL + weight * S_SBERT.
//
// mode:    write
// param:   comparisons  LIST<MAP>  id and kernel values cross, first, second
// param:   weight       FLOAT      weight of the semantic part
// column:  id           STRING     comparison
// column:  s_wl         FLOAT      structural similarity, k(1,2) / sqrt(k(1,1) * k(2,2))
// column:  s_sbert      FLOAT      semantic similarity
// column:  score        FLOAT      S3KG
UNWIND $comparisons AS row
MATCH (c:Comparison {id: row.id})
SET c.s_wl = CASE row.first * row.second WHEN 0 THEN 0.0
  ELSE row.cross / sqrt(1.0 * row.first * row.second) END
SET c.score = (1 - $weight) * c.s_wl + $weight * c.s_sbert
RETURN c.id AS id, c.s_wl AS s_wl, c.s_sbert AS s_sbert, c.score AS score
ORDER BY id
