// Names that must not name an entity of a reference, whatever its aliases say.
//
// mode:    write
// param:   reference  STRING     name of the reference
// param:   apart      LIST<MAP>  name (normalised), entity (id)
UNWIND $apart AS row
MATCH (e:RefEntity {key: $reference + '|' + row.entity})
MERGE (n:RefName {key: $reference + '|' + row.name})
ON CREATE SET n.reference = $reference, n.text = row.name
MERGE (n)-[:NEVER_NAMES]->(e)
WITH n, e
MATCH (n)-[names:NAMES]->(e)
DELETE names
