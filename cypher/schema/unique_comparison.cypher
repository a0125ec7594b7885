// A comparison is known by its id.
//
// mode:    schema
CREATE CONSTRAINT unique_comparison IF NOT EXISTS
FOR (n:Comparison) REQUIRE n.id IS UNIQUE
