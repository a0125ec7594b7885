// One node for each document of an edition of a corpus.
//
// mode:    schema
CREATE CONSTRAINT unique_document IF NOT EXISTS FOR (n:Document) REQUIRE n.key IS UNIQUE
