// Where did an entity align with one that differs from it in a number or date?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  question  STRING   question
// column:  model     STRING   model
// column:  said      STRING   entity of the answer
// column:  reference  STRING  entity that it aligned with
// column:  cosine    FLOAT    their cosine
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(e:Entity)
WHERE ($dataset IS NULL OR q.dataset = $dataset) AND size(e.quantities) > 0
MATCH (e)-[s:SAME_AS]-(other:Entity)
WHERE size(other.quantities) > 0 AND other.quantities <> e.quantities
RETURN DISTINCT q.qid AS question, a.model AS model, e.label AS said, other.label AS reference,
  s.cosine AS cosine
ORDER BY cosine DESC, question, model, said, reference
LIMIT $limit
