// Is a reference of that name stored whole?
//
// mode:    read
// param:   reference  STRING   name of the reference
// column:  facts      INTEGER  how many facts it has
MATCH (r:Reference {name: $reference})
RETURN r.facts AS facts
ORDER BY facts
