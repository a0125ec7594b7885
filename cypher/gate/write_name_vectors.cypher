// Put vectors on names of a reference.
//
// mode:    write
// param:   rows       LIST<MAP>  key, vector
UNWIND $rows AS row
MATCH (n:RefName {key: row.key})
CALL db.create.setNodeVectorProperty(n, 'vector', row.vector)
