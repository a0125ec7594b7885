// Which data sets have a question of this id?
//
// mode:    read
// param:   qid       STRING  question
// param:   dataset   STRING  only this data set, or null
// column:  dataset   STRING  data set
MATCH (q:Question {qid: $qid})
WHERE $dataset IS NULL OR q.dataset = $dataset
RETURN q.dataset AS dataset
ORDER BY dataset
