// Put vectors on relations.
//
// mode:    write
// param:   rows  LIST<MAP>  gid, key, vector, norm
UNWIND $rows AS row
MATCH (n:Relation {gid: row.gid, key: row.key})
SET n.norm = row.norm
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'vector', row.vector)
