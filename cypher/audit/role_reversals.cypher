// Where did an answer exchange who does what to whom?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  question  STRING   question
// column:  model     STRING   model
// column:  answer    STRING   triplet of the answer
// column:  gold      STRING   gold triplet
// column:  cosine    FLOAT    cosine of the sentences
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)-[:HAS_TRIPLET]->(t:Triplet)
MATCH (t)-[m:MISMATCHES {category: 'role_reversal'}]->(g:Triplet)
WHERE $dataset IS NULL OR q.dataset = $dataset
RETURN DISTINCT q.qid AS question, a.model AS model, t.text AS answer, g.text AS gold,
  m.cosine AS cosine
ORDER BY question, model, answer, gold, cosine
LIMIT $limit
