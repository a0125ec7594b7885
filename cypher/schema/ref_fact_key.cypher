// Facts are looked up by reference, subject and relation.
//
// mode:    schema
CREATE INDEX ref_fact_key IF NOT EXISTS FOR (n:RefFact) ON (n.key)
