// Make the classified pairs one-to-one, and label every triplet of answer and gold graph.
//
// Aligned pairs come first, then role reversals, relation and entity mismatches; within each
// the greatest cosine, then the smallest indices. What is left is extra or missing.
//
// mode:    write
// param:   comparisons  LIST<MAP>   id, answer, reference (gids); pairs as classified against gold; context: pairs as classified against the context graph, or null
// column:  id           STRING      comparison
// column:  pairs        LIST<LIST>  [answer idx, gold idx, category, detail, reason, cosine, in context]
// column:  extra        LIST<LIST>  [answer idx, in context]
// column:  missing      LIST<INTEGER>  gold idx
UNWIND $comparisons AS row
MATCH (c:Comparison {id: row.id})
CALL (row) {
  MATCH (:Graph {gid: row.answer})-[:HAS_TRIPLET]->(t:Triplet)
  WITH t, CASE
    WHEN row.context IS NULL THEN NULL
    WHEN any(p IN row.context WHERE p[0] = t.idx AND p[2] = 'aligned') THEN 'supported'
    WHEN any(p IN row.context WHERE p[0] = t.idx) THEN 'contradicted'
    ELSE 'absent'
  END AS said ORDER BY t.idx
  RETURN collect(t) AS answers, collect(coalesce(said, '')) AS said
}
CALL (row) {
  MATCH (:Graph {gid: row.reference})-[:HAS_TRIPLET]->(t:Triplet)
  WITH t ORDER BY t.idx
  RETURN collect(t) AS references
}
CALL (row) {
  UNWIND row.pairs AS pair
  WITH pair ORDER BY
    CASE pair[2] WHEN 'aligned' THEN 0 WHEN 'role_reversal' THEN 1
      WHEN 'relation_mismatch' THEN 2 ELSE 3 END,
    -pair[5], pair[0], pair[1]
  WITH collect(pair) AS pairs
  RETURN reduce(chosen = [], pair IN pairs |
    CASE WHEN any(other IN chosen WHERE other[0] = pair[0] OR other[1] = pair[1])
      THEN chosen ELSE chosen + [pair] END) AS chosen
}
WITH c, row, answers, said, references, chosen,
  [i IN range(0, size(answers) - 1) WHERE NOT i IN [p IN chosen | p[0]]] AS extra,
  [j IN range(0, size(references) - 1) WHERE NOT j IN [p IN chosen | p[1]]] AS missing
CALL (row, answers, said, references, chosen) {
  UNWIND chosen AS pair
  WITH row, answers[pair[0]] AS a, references[pair[1]] AS b, pair, said[pair[0]] AS in_context
  FOREACH (_ IN CASE pair[2] WHEN 'aligned' THEN [1] ELSE [] END |
    CREATE (a)-[:ALIGNED_WITH {cosine: pair[5], comparison: row.id}]->(b))
  FOREACH (_ IN CASE pair[2] WHEN 'aligned' THEN [] ELSE [1] END |
    CREATE (a)-[:MISMATCHES {category: pair[2], detail: pair[3], reason: pair[4],
      cosine: pair[5], in_context: in_context, comparison: row.id}]->(b))
}
CALL (c, answers, said, extra) {
  UNWIND extra AS i
  WITH c, answers[i] AS a, said[i] AS in_context
  CREATE (c)-[:EXTRA {in_context: in_context}]->(a)
}
CALL (c, references, missing) {
  UNWIND missing AS j
  WITH c, references[j] AS b
  CREATE (c)-[:MISSING]->(b)
}
RETURN c.id AS id, [p IN chosen | p + [said[p[0]]]] AS pairs,
  [i IN extra | [i, said[i]]] AS extra, missing AS missing
ORDER BY id
