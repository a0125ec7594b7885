// Put vectors on triplets.
//
// mode:    write
// param:   rows  LIST<MAP>  gid, key (idx), vector, norm
UNWIND $rows AS row
MATCH (n:Triplet {gid: row.gid, idx: row.key})
SET n.norm = row.norm
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'vector', row.vector)
