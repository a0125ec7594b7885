// Names of a reference that have no vector, some at a time.
//
// mode:    read
// param:   reference  STRING   name of the reference
// param:   limit      INTEGER  names at most
// column:  key        STRING   of the name
// column:  text       STRING   the name
MATCH (n:RefName)
WHERE n.key STARTS WITH $reference + '|' AND n.vector IS NULL AND EXISTS { (n)-[:NAMES]->() }
RETURN n.key AS key, n.text AS text
ORDER BY key
LIMIT $limit
