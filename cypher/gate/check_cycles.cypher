// Where does a transitive relation of a reference lead back to where it began?
//
// mode:    read
// param:   reference  STRING  name of the reference
// column:  problem    STRING  what is wrong
// column:  where      STRING  the first entity of the cycle and the relation
// column:  values     LIST<STRING>  what it has there
MATCH (r:RefRelation {transitive: true, symmetric: false, turned: false})
WHERE r.key STARTS WITH $reference + '|' AND r.key = $reference + '|' + r.relation
MATCH (a:RefEntity)-[first:HOLDS]->(b:RefEntity)
WHERE a.key STARTS WITH $reference + '|' AND first.relation = r.edge AND NOT first.negated AND a <> b
MATCH p = shortestPath((b)-[:HOLDS*1..20]->(a))
WHERE all(step IN relationships(p) WHERE step.relation = r.edge AND NOT step.negated)
  AND all(node IN nodes(p) WHERE node.id >= a.id)  // each cycle once, from its first entity
WITH r, a, [first.says] + [step IN relationships(p) | step.says] AS cycle
ORDER BY size(cycle), cycle
WITH r, a, collect(cycle)[0] AS cycle
RETURN 'a cycle of a transitive relation' AS problem, a.name + ' ' + r.name AS where, cycle AS values
ORDER BY where, values
