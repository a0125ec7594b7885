// Drop the vector index of this kind, as before one of another dimension is made.
//
// mode:    schema
DROP INDEX ref_name_vectors IF EXISTS
