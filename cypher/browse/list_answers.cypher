// Which answers does a question have?
//
// mode:    read
// param:   dataset  STRING  data set
// param:   qid      STRING  question
// column:  gid      STRING  answer
// column:  model    STRING  model
MATCH (:Question {dataset: $dataset, qid: $qid})-[:HAS_GRAPH]->(a:Graph:LLM)
RETURN a.gid AS gid, a.model AS model
ORDER BY gid
