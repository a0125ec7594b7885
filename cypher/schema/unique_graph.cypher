// A graph is known by its gid across the database.
//
// mode:    schema
CREATE CONSTRAINT unique_graph IF NOT EXISTS
FOR (n:Graph) REQUIRE n.gid IS UNIQUE
