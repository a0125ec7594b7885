// Mark a reference as stored whole, with its counts and a name of this edition.
//
// mode:    write
// param:   reference  STRING  name of the reference
// param:   counts     MAP     entities, relations, facts
MERGE (r:Reference {name: $reference})
SET r += $counts, r.edition = randomUUID()
