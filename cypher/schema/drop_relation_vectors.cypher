// Drop the vector index of this kind, as before one of another dimension is made.
//
// mode:    schema
DROP INDEX relation_vectors IF EXISTS
