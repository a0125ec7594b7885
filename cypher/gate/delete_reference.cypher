// Remove some nodes of a reference, its mark first.
//
// mode:    write
// param:   reference  STRING   name of the reference
// param:   limit      INTEGER  nodes at most
// column:  deleted    INTEGER  nodes removed
OPTIONAL MATCH (mark:Reference {name: $reference})
DELETE mark
WITH count(*) AS marks
CALL () {
  MATCH (n:RefFact|RefName|RefEntity|RefRelation)
  WHERE n.reference = $reference
  WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS gone
}
RETURN gone AS deleted
ORDER BY deleted
