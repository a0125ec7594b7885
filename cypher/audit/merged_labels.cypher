// Which different answer labels aligned with one and the same reference label?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  reference  STRING  label that several took
// column:  labels    LIST<STRING>  labels that took it
// column:  graph     STRING   gid of the graph they stand in
MATCH (q:Question)-[:HAS_GRAPH]->(g:Graph)-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(e:Entity)
WHERE $dataset IS NULL OR q.dataset = $dataset
MATCH (e)-[s:SAME_AS]->(other:Entity)
WITH g, other, s.comparison AS comparison, e.label AS label ORDER BY label
WITH g, other, comparison, collect(DISTINCT label) AS labels
WHERE size(labels) > 1
RETURN DISTINCT other.label AS reference, labels AS labels, g.gid AS graph
ORDER BY graph, reference, labels
LIMIT $limit
