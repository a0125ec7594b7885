// Which names of a reference name several entities?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  the name
// column:  values     LIST<STRING>  what it has there
MATCH (n:RefName)-[:NAMES]->(e:RefEntity)
WHERE n.key STARTS WITH $reference + '|'
WITH n, e ORDER BY e.id
WITH n, collect(e.name + ' (' + e.id + ')') AS names
WHERE size(names) > 1
RETURN 'a name of several entities' AS problem, n.text AS where, names AS values
ORDER BY where
