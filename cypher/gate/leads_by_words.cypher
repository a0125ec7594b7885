// Which passages of an edition of a corpus have words of some claims?
//
// mode:    read
// param:   edition     STRING     hash of the corpus' content
// param:   claims      LIST<MAP>  number, query (of the full-text index)
// param:   candidates  INTEGER    passages at most for each
// column:  number      INTEGER    of the claim
// column:  found       LIST<MAP>  document (id), number, text; the best first
UNWIND $claims AS claim
CALL (claim) {
  CALL db.index.fulltext.queryNodes('passage_text', claim.query, {limit: $candidates})
  YIELD node, score
  WHERE node.edition = $edition
  MATCH (d:Document)-[:HAS_PASSAGE]->(node)
  WITH d, node, score ORDER BY score DESC, d.id, node.number
  RETURN collect({document: d.id, number: node.number, text: node.text}) AS found
}
RETURN claim.number AS number, found AS found
ORDER BY number
