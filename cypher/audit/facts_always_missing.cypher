// Which gold facts does no answer give?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  question  STRING   question
// column:  fact      STRING   gold triplet
// column:  answers   INTEGER  answers that lack it
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison)-[:MISSING]->(t:Triplet)
WHERE $dataset IS NULL OR q.dataset = $dataset
WITH q, t, collect(DISTINCT a) AS lacking
MATCH (t)<-[:HAS_TRIPLET]-(g:Graph)<-[:GOLD]-(asked:Graph:LLM)
WITH q, t, size(lacking) AS lacking, count(DISTINCT asked) AS answers
WHERE lacking = answers
RETURN q.qid AS question, t.text AS fact, answers AS answers
ORDER BY answers DESC, question, fact
LIMIT $limit
