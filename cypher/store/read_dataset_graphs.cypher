// Which graphs does a data set have?
//
// mode:    read
// param:   dataset  STRING  data set
// column:  gid      STRING  graph
MATCH (:Question {dataset: $dataset})-[:HAS_GRAPH]->(g:Graph)
RETURN g.gid AS gid
ORDER BY gid
