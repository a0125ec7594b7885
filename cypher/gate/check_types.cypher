// Where does a fact of a reference have an end that its relation does not take?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  the fact
// column:  values     LIST<STRING>  the type that is expected, and the one that is there
MATCH (r:RefRelation)
WHERE r.key STARTS WITH $reference + '|' AND r.key = $reference + '|' + r.relation AND (r.domain <> '' OR r.range <> '')
MATCH (f:RefFact)-[:SUBJECT]->(s:RefEntity)
WHERE f.key STARTS WITH $reference + '|' AND f.relation = r.relation
OPTIONAL MATCH (f)-[:OBJECT]->(o:RefEntity)
UNWIND [['domain', r.domain, s.type], ['range', r.range, o.type]] AS end
WITH f, end WHERE end[1] <> '' AND end[2] <> '' AND end[1] <> end[2]
RETURN 'an end that is not of the type that its relation takes' AS problem, f.says AS where,
  [end[0] + ' ' + end[1], end[2]] AS values
ORDER BY where, values
