// Which passages of an edition of a corpus come nearest to some claims?
//
// mode:    read
// needs:   search
// param:   edition     STRING     hash of the corpus' content
// param:   claims      LIST<MAP>  number, vector
// param:   candidates  INTEGER    passages at most for each
// column:  number      INTEGER    of the claim
// column:  found       LIST<MAP>  document (id), number, text; the best first
CYPHER 25
UNWIND $claims AS claim
CALL (claim) {
  MATCH (p:Passage)
  SEARCH p IN (VECTOR INDEX passage_vectors FOR claim.vector WHERE p.edition = $edition LIMIT $candidates)
  SCORE AS score
  MATCH (d:Document)-[:HAS_PASSAGE]->(p)
  WITH d, p, score ORDER BY round(score, 6) DESC, d.id, p.number
  RETURN collect({document: d.id, number: p.number, text: p.text}) AS found
}
RETURN claim.number AS number, found AS found
ORDER BY number
