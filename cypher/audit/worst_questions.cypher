// Which questions have the lowest CUS, and why?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  dataset   STRING   data set
// column:  question  STRING   question
// column:  model     STRING   model
// column:  temperature  FLOAT  temperature
// column:  cus       FLOAT    harmonic mean of GoldSim and CtxSim
// column:  gold_sim  FLOAT    S3KG against the gold graph
// column:  ctx_sim   FLOAT    S3KG against the context graph
// column:  preset    STRING   preset
// column:  graph     STRING   gid of the answer
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(g:Comparison {kind: 'gold'})
WHERE ($dataset IS NULL OR q.dataset = $dataset) AND g.score IS NOT NULL
MATCH (a)<-[:ANSWER]-(c:Comparison {kind: 'context', preset: g.preset, direction: g.direction})
WHERE c.score IS NOT NULL
WITH q, a, g, c, CASE WHEN g.score + c.score = 0 THEN 0.0
  ELSE 2 * g.score * c.score / (g.score + c.score) END AS cus
RETURN q.dataset AS dataset, q.qid AS question, a.model AS model, a.temperature AS temperature,
  cus AS cus, g.score AS gold_sim, c.score AS ctx_sim, g.preset AS preset, a.gid AS graph
ORDER BY cus, graph, preset
LIMIT $limit
