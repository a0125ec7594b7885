// An entity label occurs once in its graph (key is a hash: labels may be longer than a key).
//
// mode:    schema
CREATE CONSTRAINT unique_entity IF NOT EXISTS
FOR (n:Entity) REQUIRE (n.gid, n.key) IS UNIQUE
