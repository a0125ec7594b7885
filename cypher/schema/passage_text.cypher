// Passages are looked for by their words, inflected or not.
//
// mode:    schema
CREATE FULLTEXT INDEX passage_text IF NOT EXISTS FOR (n:Passage) ON EACH [n.text, n.edition]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
