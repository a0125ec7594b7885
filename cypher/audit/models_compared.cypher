// How do the models compare, preset by preset?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// column:  dataset   STRING   data set
// column:  model     STRING   model
// column:  temperature  FLOAT  temperature
// column:  preset    STRING   preset
// column:  kind      STRING   gold or context
// column:  answers   INTEGER  scored answers
// column:  s_wl      FLOAT    mean structural similarity
// column:  s_sbert   FLOAT    mean semantic similarity
// column:  score     FLOAT    mean S3KG
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison)
WHERE ($dataset IS NULL OR q.dataset = $dataset) AND c.score IS NOT NULL
RETURN q.dataset AS dataset, a.model AS model, a.temperature AS temperature, c.preset AS preset,
  c.kind AS kind, count(*) AS answers, avg(c.s_wl) AS s_wl, avg(c.s_sbert) AS s_sbert,
  avg(c.score) AS score
ORDER BY dataset, model, temperature, preset, kind
