// One entity of a reference for each id.
//
// mode:    schema
CREATE CONSTRAINT unique_ref_entity IF NOT EXISTS FOR (n:RefEntity) REQUIRE n.key IS UNIQUE
