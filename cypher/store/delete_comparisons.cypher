// Remove comparisons whose edges have been removed.
//
// mode:    write
// param:   comparisons  LIST<STRING>  ids
UNWIND $comparisons AS id
MATCH (c:Comparison {id: id})
DETACH DELETE c
