// A run is known by its id.
//
// mode:    schema
CREATE CONSTRAINT unique_run IF NOT EXISTS
FOR (n:Run) REQUIRE n.id IS UNIQUE
