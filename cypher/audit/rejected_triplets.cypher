// Which entries of the input were not triplets?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// column:  graph     STRING   gid of the graph
// column:  entry     STRING   index and reason
MATCH (q:Question)-[:HAS_GRAPH]->(g:Graph)
WHERE $dataset IS NULL OR q.dataset = $dataset
UNWIND g.rejected AS entry
RETURN g.gid AS graph, entry AS entry
ORDER BY graph, entry
