// Vector index of passages, filtered by edition of a corpus.
//
// mode:    schema
// needs:   search
// param:   dimension  INTEGER  of the vectors
CYPHER 25
CREATE VECTOR INDEX passage_vectors IF NOT EXISTS
FOR (n:Passage) ON n.vector WITH [n.edition]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false}}
