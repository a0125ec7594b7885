// A passage is known by its document and its place there.
//
// mode:    schema
CREATE CONSTRAINT unique_passage IF NOT EXISTS FOR (n:Passage) REQUIRE n.key IS UNIQUE
