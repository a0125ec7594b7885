// Is there a relationship type of this name?
//
// mode:    read
// param:   type  STRING  relationship type
// column:  name  STRING  the type, if it is there
CALL db.relationshipTypes() YIELD relationshipType
WITH relationshipType WHERE relationshipType = $type
RETURN relationshipType AS name
ORDER BY name
