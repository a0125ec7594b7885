// Drop the vector index of this kind, as before one of another dimension is made.
//
// mode:    schema
DROP INDEX passage_vectors IF EXISTS
