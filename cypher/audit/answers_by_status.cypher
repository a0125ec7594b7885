// How did the comparisons end, by model?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// column:  model     STRING   model
// column:  kind      STRING   gold or context
// column:  status    STRING   status of the comparison
// column:  answers   INTEGER  how many
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison)
WHERE $dataset IS NULL OR q.dataset = $dataset
RETURN a.model AS model, c.kind AS kind, c.status AS status, count(*) AS answers
ORDER BY model, kind, status
