// Which references are stored, and how large are they?
//
// mode:    read
// column:  reference  STRING   name
// column:  entities   INTEGER  how many
// column:  relations  INTEGER  how many are described
// column:  facts      INTEGER  how many
MATCH (r:Reference)
RETURN r.name AS reference, r.entities AS entities, r.relations AS relations, r.facts AS facts
ORDER BY reference
