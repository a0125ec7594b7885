// Remove some nodes of a reference, its mark first.
//
// mode:    write
// param:   reference  STRING   name of the reference
// param:   limit      INTEGER  nodes of a kind at most
// column:  deleted    INTEGER  nodes removed
OPTIONAL MATCH (mark:Reference {name: $reference})
DELETE mark
WITH count(*) AS marks
CALL () {
  MATCH (n:RefFact)
  WHERE n.key STARTS WITH $reference + '|'
  WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS facts
}
CALL (facts) {
  MATCH (n:RefName)
  WHERE facts = 0 AND n.key STARTS WITH $reference + '|'
  WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS names
}
CALL (facts, names) {
  MATCH (n:RefEntity)
  WHERE facts + names = 0 AND n.key STARTS WITH $reference + '|'
  WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS entities
}
CALL (facts, names, entities) {
  MATCH (n:RefRelation)
  WHERE facts + names + entities = 0 AND n.key STARTS WITH $reference + '|'
  WITH n LIMIT $limit
  DETACH DELETE n
  RETURN count(*) AS relations
}
RETURN facts + names + entities + relations AS deleted
ORDER BY deleted
