// Which statements do answers add that neither gold nor context has?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  question  STRING   question
// column:  model     STRING   model
// column:  temperature  FLOAT  temperature
// column:  triplet   STRING   extra triplet
// column:  in_context  STRING  contradicted or absent
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(:Comparison)-[x:EXTRA]->(t:Triplet)
WHERE ($dataset IS NULL OR q.dataset = $dataset) AND x.in_context IN ['absent', 'contradicted']
RETURN DISTINCT q.qid AS question, a.model AS model, a.temperature AS temperature,
  t.text AS triplet, x.in_context AS in_context
ORDER BY question, model, temperature, triplet, in_context
LIMIT $limit
