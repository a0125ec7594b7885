// Which entities of answers align with nothing in the gold graph?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// param:   limit     INTEGER  rows at most = 20
// column:  entity    STRING   label in the answers
// column:  answers   INTEGER  answers in which it stands alone
// column:  example   STRING   gid of one of them
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison {kind: 'gold'})
WHERE $dataset IS NULL OR q.dataset = $dataset
MATCH (a)-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(e:Entity)
WHERE c.score IS NOT NULL AND NOT EXISTS {
  MATCH (e)-[s:SAME_AS]-(:Entity) WHERE s.comparison = c.id
}
RETURN e.label AS entity, count(DISTINCT a) AS answers, min(a.gid) AS example
ORDER BY answers DESC, entity
LIMIT $limit
