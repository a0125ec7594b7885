// Store questions; until the transaction ends, nobody else stores graphs of theirs.
//
// mode:    write
// param:   questions  LIST<MAP>  dataset, qid and text
UNWIND $questions AS question
MERGE (q:Question {dataset: question.dataset, qid: question.qid})
SET q.text = question.text
