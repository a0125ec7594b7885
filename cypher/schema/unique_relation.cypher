// A relation label occurs once in its graph (key is a hash: labels may be longer than a key).
//
// mode:    schema
CREATE CONSTRAINT unique_relation IF NOT EXISTS
FOR (n:Relation) REQUIRE (n.gid, n.key) IS UNIQUE
