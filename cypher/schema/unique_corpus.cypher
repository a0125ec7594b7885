// A corpus is known by its name.
//
// mode:    schema
CREATE CONSTRAINT unique_corpus IF NOT EXISTS FOR (n:Corpus) REQUIRE n.name IS UNIQUE
