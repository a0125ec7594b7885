// A question is one of its data set.
//
// mode:    schema
CREATE CONSTRAINT unique_question IF NOT EXISTS
FOR (n:Question) REQUIRE (n.dataset, n.qid) IS UNIQUE
