// Is a reference of that name stored whole?
//
// mode:    read
// param:   reference  STRING   name of the reference
// column:  edition    STRING   another one each time it is stored
// column:  encoder    STRING   whose vectors its names have, "" for none
MATCH (r:Reference {name: $reference})
RETURN r.edition AS edition, coalesce(r.encoder, '') AS encoder
ORDER BY edition
