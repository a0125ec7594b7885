// Which comparisons have a newer one of the same answer, kind, preset and direction?
//
// mode:    read
// param:   dataset  STRING  data set, or null for all
// column:  id       STRING  comparison
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison)
WHERE $dataset IS NULL OR q.dataset = $dataset
WITH a, c.kind AS kind, c.preset AS preset, c.direction AS direction, c
ORDER BY c.made DESC, c.id
WITH a, kind, preset, direction, collect(c.id) AS ids
UNWIND ids[1..] AS id
RETURN id AS id
ORDER BY id
