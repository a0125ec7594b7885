// One node for each normalised name of a reference, whatever it names.
//
// mode:    schema
CREATE CONSTRAINT unique_ref_name IF NOT EXISTS FOR (n:RefName) REQUIRE n.key IS UNIQUE
