// Which relations are most often wrong in answers?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  relation  STRING   relation in the answer
// column:  wrong     INTEGER  triplets in a mismatch pair
// column:  used      INTEGER  labelled triplets with it
// column:  instead_of  LIST<STRING>  gold relations that it stood for
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)-[:HAS_TRIPLET]->(t:Triplet)-[:RELATION]->(r:Relation)
WHERE $dataset IS NULL OR q.dataset = $dataset
OPTIONAL MATCH (t)-[m:MISMATCHES]->(:Triplet)-[:RELATION]->(gold:Relation)
WHERE m.category IN ['relation_mismatch', 'role_reversal']
WITH r.label AS relation, count(DISTINCT t) AS used,
  count(DISTINCT CASE WHEN m IS NOT NULL THEN t END) AS wrong, collect(DISTINCT gold.label) AS gold
WHERE wrong > 0
CALL (gold) {
  UNWIND gold AS label
  WITH label ORDER BY label
  RETURN collect(label) AS instead_of
}
RETURN relation AS relation, wrong AS wrong, used AS used, instead_of AS instead_of
ORDER BY wrong DESC, used, relation
LIMIT $limit
