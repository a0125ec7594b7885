// Where does a transitive relation of a reference lead back to where it began?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  the first entity of the cycle and the relation
// column:  values     LIST<STRING>  what it has there
MATCH (r:RefRelation {transitive: true})
WHERE r.key STARTS WITH $reference + '|' AND r.key = $reference + '|' + r.relation
MATCH (f:RefFact)-[:OBJECT]->(b:RefEntity), (f)-[:SUBJECT]->(a:RefEntity)
WHERE f.key STARTS WITH $reference + '|' AND f.relation = r.relation AND NOT f.negated AND a <> b
MATCH p = shortestPath((b)-[:HOLDS*1..20]->(a))
WHERE all(step IN relationships(p) WHERE step.relation = r.relation AND NOT step.negated)
  AND all(node IN nodes(p) WHERE node.id >= a.id)  // each cycle once, from its first entity
WITH r, a, [f.says] + [step IN relationships(p) | step.says] AS cycle
ORDER BY size(cycle), cycle
WITH r, a, collect(cycle)[0] AS cycle
RETURN 'a cycle of a transitive relation' AS problem, a.name + ' ' + r.name AS where, cycle AS values
ORDER BY where, values
