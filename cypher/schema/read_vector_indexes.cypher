// Which vector indexes of ours are there, for how many dimensions, and in what state?
//
// mode:    read
// column:  name       STRING   index
// column:  dimension  INTEGER  of its vectors
// column:  state      STRING   ONLINE where it can be used
SHOW VECTOR INDEXES YIELD name, options, state
WHERE name IN ['entity_vectors', 'relation_vectors', 'triplet_vectors', 'ref_name_vectors',
  'passage_vectors']
RETURN name AS name, options.indexConfig['vector.dimensions'] AS dimension, state AS state
ORDER BY name
