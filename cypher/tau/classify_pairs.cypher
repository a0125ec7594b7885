// Which error class, if any, holds for each pair of triplets?
//
// Guards keep two labels apart whatever their cosine: different numbers, a negation in one
// only, opposite words.
//
// mode:    read
// param:   comparisons  LIST<MAP>   id, answer, reference (gids); pairs as [answer idx, reference idx, cosines of heads, tails, head to tail, tail to head, relations, sentences]
// param:   same         FLOAT       least cosine of two parts that mean the same
// param:   related      FLOAT       a relation cosine below this is a relation mismatch
// param:   theta        FLOAT       least sentence cosine of an aligned pair
// param:   sentence     BOOLEAN     the paper's order: aligned first, without guards
// param:   symmetric    LIST<STRING>  relations whose ends may be exchanged
// column:  id           STRING      comparison
// column:  pairs        LIST<LIST>  [answer idx, reference idx, category, detail, reason, cosine]
UNWIND $comparisons AS row
CALL (row) {
  MATCH (:Graph {gid: row.answer})-[:HAS_TRIPLET]->(t:Triplet)
  MATCH (t)-[:HEAD]->(h:Entity), (t)-[:RELATION]->(r:Relation), (t)-[:TAIL]->(u:Entity)
  WITH h, r, u ORDER BY t.idx
  RETURN collect([h, r, u]) AS answers
}
CALL (row) {
  MATCH (:Graph {gid: row.reference})-[:HAS_TRIPLET]->(t:Triplet)
  MATCH (t)-[:HEAD]->(h:Entity), (t)-[:RELATION]->(r:Relation), (t)-[:TAIL]->(u:Entity)
  WITH h, r, u ORDER BY t.idx
  RETURN collect([h, r, u]) AS references
}
CALL (row, answers, references) {
  UNWIND row.pairs AS pair
  WITH pair, answers[pair[0]] AS a, references[pair[1]] AS b
  WITH pair, a[1].label AS said, b[1].label AS meant,
    [two IN [[a[0], b[0]], [a[1], b[1]], [a[2], b[2]], [a[0], b[2]], [a[2], b[0]]] | CASE
      WHEN size(two[0].quantities) > 0 AND size(two[1].quantities) > 0
        AND two[0].quantities <> two[1].quantities THEN 'number'
      WHEN two[0].negated <> two[1].negated THEN 'negation'
      WHEN any(word IN two[0].words WHERE word IN two[1].opposites) THEN 'opposite'
      ELSE ''
    END] AS guards
  WITH pair, said, meant, guards,
    pair[2] >= $same AND guards[0] = '' AS heads,
    pair[3] >= $same AND guards[2] = '' AS tails,
    pair[4] >= $same AND guards[3] = '' AND pair[5] >= $same AND guards[4] = '' AS crossed
  WITH pair, guards, heads,
    crossed AND NOT (heads AND tails) AND pair[6] >= $same
      AND NOT (said ENDS WITH ' by' XOR meant ENDS WITH ' by')
      AND NOT (said IN $symmetric OR meant IN $symmetric) AS reversal,
    heads AND tails AND (pair[6] < $related OR guards[1] <> '') AS relation,
    (heads XOR tails) AND pair[6] >= $related AND guards[1] = '' AS entity,
    pair[7] >= $theta AS alike,
    guards[0] <> '' OR guards[1] <> '' OR guards[2] <> '' AS guarded
  WITH pair, guards, heads, CASE
    WHEN $sentence AND alike THEN 'aligned'
    WHEN reversal THEN 'role_reversal'
    WHEN relation THEN 'relation_mismatch'
    WHEN entity THEN 'entity_mismatch'
    WHEN alike AND NOT guarded THEN 'aligned'
  END AS category
  WHERE category IS NOT NULL
  WITH pair, category,
    CASE WHEN category <> 'entity_mismatch' THEN '' WHEN heads THEN 'tail' ELSE 'head' END AS detail,
    [part IN [0, 1, 2] WHERE guards[part] <> '' |
      ['head', 'relation', 'tail'][part] + ': ' + guards[part]] AS reasons
  WITH pair, category, detail, substring(
    reduce(text = '', reason IN reasons | text + ', ' + reason), 2) AS reason
  ORDER BY pair[0], pair[1]
  RETURN collect([pair[0], pair[1], category, detail, reason, pair[7]]) AS pairs
}
RETURN row.id AS id, pairs AS pairs
ORDER BY id
