// Mark a reference as stored whole, with its counts and a name of this edition, if its facts are all.
//
// mode:    write
// param:   reference  STRING   name of the reference
// param:   counts     MAP      entities, relations, facts
// column:  facts      INTEGER  how many there are; no row where these are others
MATCH (f:RefFact)
WHERE f.key STARTS WITH $reference + '|'
WITH count(f) AS facts
WHERE facts = $counts.facts
MERGE (r:Reference {name: $reference})
SET r += $counts, r.edition = randomUUID()
RETURN facts AS facts
ORDER BY facts
