// Every triplet of a question's graphs with its label, answer by answer.
//
// mode:    read
// param:   dataset   STRING   data set
// param:   qid       STRING   question
// param:   preset    STRING   preset of the comparisons
// column:  graph     STRING   gid of the answer
// column:  model     STRING   model
// column:  temperature  FLOAT  temperature
// column:  score     FLOAT    GoldSim
// column:  category  STRING   error class
// column:  detail    STRING   which part, and the guards
// column:  answer    LIST<STRING>  triplet of the answer, or null
// column:  gold      LIST<STRING>  gold triplet, or null
// column:  in_context  STRING  what the context says of the answer's triplet
// column:  cosine    FLOAT    of the pair's sentences
// column:  said      STRING   where the answer's text says its triplet, or null
// column:  gold_said  STRING  where the gold text says its own, or null
MATCH (:Question {dataset: $dataset, qid: $qid})-[:HAS_GRAPH]->(a:Graph:LLM)
MATCH (a)<-[:ANSWER]-(c:Comparison {kind: 'gold', preset: $preset})
WHERE c.direction = 'answer_first' OR NOT EXISTS {
  MATCH (a)<-[:ANSWER]-(:Comparison {kind: 'gold', preset: $preset, direction: 'answer_first'})
}
CALL (a, c) {
  MATCH (a)-[:HAS_TRIPLET]->(t:Triplet)-[m:ALIGNED_WITH {comparison: c.id}]->(g:Triplet)
  RETURN 0 AS rank, 'aligned' AS category, '' AS detail, t, g, '' AS in_context, m.cosine AS cosine
  UNION ALL
  MATCH (a)-[:HAS_TRIPLET]->(t:Triplet)-[m:MISMATCHES {comparison: c.id}]->(g:Triplet)
  RETURN 1 AS rank, m.category AS category, CASE
    WHEN m.detail <> '' AND m.reason <> '' THEN m.detail + '; ' + m.reason
    ELSE m.detail + m.reason END AS detail, t, g, m.in_context AS in_context, m.cosine AS cosine
  UNION ALL
  MATCH (c)-[x:EXTRA]->(t:Triplet)
  RETURN 2 AS rank, 'extra' AS category, '' AS detail, t, NULL AS g, x.in_context AS in_context,
    NULL AS cosine
  UNION ALL
  MATCH (c)-[:MISSING]->(g:Triplet)
  RETURN 3 AS rank, 'missing' AS category, '' AS detail, NULL AS t, g, '' AS in_context,
    NULL AS cosine
}
RETURN a.gid AS graph, a.model AS model, a.temperature AS temperature, c.score AS score,
  category AS category, detail AS detail,
  CASE WHEN t IS NOT NULL THEN [t.head, t.relation, t.tail] END AS answer,
  CASE WHEN g IS NOT NULL THEN [g.head, g.relation, g.tail] END AS gold, in_context AS in_context, cosine AS cosine,
  t.said AS said, g.said AS gold_said
ORDER BY graph, c.id, rank, category, t.idx, g.idx
