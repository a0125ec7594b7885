// Where does a reference give a subject two objects of a functional relation at one time?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  subject and relation, or alias
// column:  values     LIST<STRING>  what it has there
MATCH (r:RefRelation {reference: $reference, functional: true})
MATCH (f:RefFact {reference: $reference, relation: r.relation, negated: false})
WITH f.key AS key, f.subject_name AS subject, r.name AS relation, collect(f) AS facts
WHERE any(a IN facts WHERE any(b IN facts WHERE a.object <> b.object AND a.id < b.id
  AND a.valid_from <= b.valid_to AND b.valid_from <= a.valid_to))
UNWIND facts AS f
WITH subject, relation, f.object_name AS object ORDER BY object
WITH subject + ' ' + relation AS place, collect(DISTINCT object) AS objects
RETURN 'two values of a functional relation at one time' AS problem, place AS where,
  objects AS values
ORDER BY where
