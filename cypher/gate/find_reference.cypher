// Is a reference of that name stored whole?
//
// mode:    read
// param:   reference  STRING   name of the reference
// column:  facts      INTEGER  how many facts it has
// column:  encoder    STRING   whose vectors its names have, "" for none
MATCH (r:Reference {name: $reference})
RETURN r.facts AS facts, coalesce(r.encoder, '') AS encoder
ORDER BY facts
