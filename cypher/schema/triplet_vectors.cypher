// Vector index of triplets, filtered by graph.
//
// A look-up is filtered to one graph, so the index visits that graph's few vectors: a sparse
// neighbour graph is enough, and much cheaper to build.
//
// mode:    schema
// needs:   search
// param:   dimension  INTEGER  of the vectors
CYPHER 25
CREATE VECTOR INDEX triplet_vectors IF NOT EXISTS
FOR (n:Triplet) ON n.vector WITH [n.gid]
OPTIONS {indexConfig: {`vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine',
  `vector.quantization.enabled`: false, `vector.hnsw.m`: 4, `vector.hnsw.ef_construction`: 8}}
