// What does a reference say of the entities that a name names?
//
// mode:    read
// param:   reference  STRING  name of the reference
// param:   key        STRING  of the name
// column:  entity     STRING  id of the entity
// column:  name       STRING  its name
// column:  type       STRING  its type
// column:  aliases    LIST<STRING>  its names, normalised
// column:  facts      LIST<STRING>  facts that have it at an end, at most 100
MATCH (:RefName {key: $key})-[:NAMES]->(e:RefEntity)
WHERE e.key STARTS WITH $reference + '|'
CALL (e) {
  MATCH (n:RefName)-[:NAMES]->(e)
  WITH n ORDER BY n.text
  RETURN collect(n.text) AS aliases
}
CALL (e) {
  OPTIONAL MATCH (f:RefFact)-[:SUBJECT|OBJECT]->(e)
  WITH DISTINCT f ORDER BY f.id LIMIT 100
  RETURN collect(f.says) AS facts
}
RETURN e.id AS entity, e.name AS name, e.type AS type, aliases, facts
ORDER BY entity
