// Where does a reference give a subject two objects of a functional relation at one time?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  subject and relation
// column:  values     LIST<STRING>  what it has there
MATCH (r:RefRelation {functional: true})
WHERE r.key STARTS WITH $reference + '|' AND r.key = $reference + '|' + r.relation
MATCH (f:RefFact)-[:SUBJECT]->(s:RefEntity)
WHERE f.key STARTS WITH $reference + '|' AND f.relation = r.relation AND NOT f.negated
WITH r, s, collect(f {.id, .valid_from, .valid_to, .says,
  value: CASE WHEN f.literal THEN f.text ELSE f.object END}) AS facts
WHERE any(a IN facts WHERE any(b IN facts WHERE a.value <> b.value AND a.id < b.id
  AND (r.event OR a.valid_from <= b.valid_to AND b.valid_from <= a.valid_to)))
UNWIND facts AS f
WITH r, s, f.says AS says ORDER BY says
RETURN 'two values of a functional relation at one time' AS problem,
  s.name + ' ' + r.name AS where, collect(DISTINCT says) AS values
ORDER BY where, values
