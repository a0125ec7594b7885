// Vector index of the names of references, filtered by reference.
//
// mode:    schema
// needs:   search
// param:   dimension  INTEGER  of the vectors
CYPHER 25
CREATE VECTOR INDEX ref_name_vectors IF NOT EXISTS
FOR (n:RefName) ON n.vector WITH [n.reference]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine'}}
