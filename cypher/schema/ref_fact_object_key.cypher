// Facts are looked up by reference, object and relation as well.
//
// mode:    schema
CREATE INDEX ref_fact_object_key IF NOT EXISTS FOR (n:RefFact) ON (n.object_key)
