// How many triplets of each model fall into each error class?
//
// mode:    read
// param:   dataset   STRING   data set, or null for all = null
// column:  model     STRING   model
// column:  category  STRING   error class
// column:  triplets  INTEGER  distinct triplets
MATCH (q:Question)-[:HAS_GRAPH]->(a:Graph:LLM)<-[:ANSWER]-(c:Comparison {kind: 'gold'})
WHERE $dataset IS NULL OR q.dataset = $dataset
CALL (a, c) {
  MATCH (a)-[:HAS_TRIPLET]->(t:Triplet)-[m:MISMATCHES]->(:Triplet) WHERE m.comparison = c.id
  RETURN m.category AS category, t AS triplet
  UNION ALL
  MATCH (a)-[:HAS_TRIPLET]->(t:Triplet)-[m:ALIGNED_WITH]->(:Triplet) WHERE m.comparison = c.id
  RETURN 'aligned' AS category, t AS triplet
  UNION ALL
  MATCH (c)-[:EXTRA]->(t:Triplet) RETURN 'extra' AS category, t AS triplet
  UNION ALL
  MATCH (c)-[:MISSING]->(t:Triplet) RETURN 'missing' AS category, t AS triplet
}
RETURN a.model AS model, category AS category, count(DISTINCT [c.id, elementId(triplet)]) AS triplets
ORDER BY model, category
