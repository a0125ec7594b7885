// Wait until every index can be used.
//
// mode:    schema
// param:   seconds  INTEGER  time limit
CALL db.awaitIndexes($seconds)
