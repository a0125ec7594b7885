// Create entities of a reference with their names.
//
// mode:    write
// param:   reference  STRING     name of the reference
// param:   entities   LIST<MAP>  id, name, type, names (normalised); low, high, unit, counted, first, last where its name is a value
UNWIND $entities AS row
MERGE (e:RefEntity {key: $reference + '|' + row.id})
SET e.reference = $reference, e.id = row.id, e.name = row.name, e.type = row.type,
  e.low = row.low, e.high = row.high, e.unit = row.unit,
  e.counted = row.counted, e.first = row.first, e.last = row.last
WITH e, row
UNWIND row.names AS name
MERGE (n:RefName {key: $reference + '|' + name})
ON CREATE SET n.reference = $reference, n.text = name
MERGE (n)-[:NAMES]->(e)
