// One node for each relation of a reference.
//
// mode:    schema
CREATE CONSTRAINT unique_ref_relation IF NOT EXISTS FOR (n:RefRelation) REQUIRE n.key IS UNIQUE
