// The context's triplets of a question.
//
// mode:    read
// param:   dataset   STRING   data set
// param:   qid       STRING   question
// column:  graph     STRING   gid of the context graph
// column:  triplet   LIST<STRING>  triplet
MATCH (:Question {dataset: $dataset, qid: $qid})-[:HAS_GRAPH]->(g:Graph:Context)-[:HAS_TRIPLET]->(t:Triplet)
RETURN g.gid AS graph, [t.head, t.relation, t.tail] AS triplet
ORDER BY graph, t.idx
