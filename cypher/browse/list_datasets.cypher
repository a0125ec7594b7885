// Which data sets are stored, and how large are they?
//
// mode:    read
// column:  dataset    STRING   data set
// column:  questions  INTEGER  questions
// column:  answers    INTEGER  answers
// column:  graphs     INTEGER  graphs of any role
// column:  comparisons  INTEGER  comparisons
MATCH (q:Question)
OPTIONAL MATCH (q)-[:HAS_GRAPH]->(g:Graph)
OPTIONAL MATCH (g)<-[:ANSWER]-(c:Comparison)
WITH q, g, count(c) AS comparisons
RETURN q.dataset AS dataset, count(DISTINCT q) AS questions,
  sum(CASE WHEN g:LLM THEN 1 ELSE 0 END) AS answers, count(g) AS graphs,
  sum(comparisons) AS comparisons
ORDER BY dataset
