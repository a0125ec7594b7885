// Put vectors on passages of an edition of a corpus.
//
// mode:    write
// param:   corpus   STRING     name of the corpus
// param:   edition  STRING     hash of its content
// param:   rows     LIST<MAP>  document (number), number, vector
UNWIND $rows AS row
MATCH (p:Passage {key: $corpus + '|' + $edition + '|' + toString(row.document) + '|' + toString(row.number)})
CALL db.create.setNodeVectorProperty(p, 'vector', row.vector)
