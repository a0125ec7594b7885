// Names of references are looked for by their words, misspelt ones too.
//
// mode:    schema
CREATE FULLTEXT INDEX ref_name_text IF NOT EXISTS FOR (n:RefName) ON EACH [n.text, n.reference]
