// Remove some passages, then documents, of all editions of a corpus but one; its mark first.
//
// mode:    write
// param:   corpus   STRING   name of the corpus
// param:   keep     STRING   edition that stays, "" for none
// param:   limit    INTEGER  nodes of a kind at most
// column:  deleted  INTEGER  nodes removed
CALL () {
  MATCH (mark:Corpus {name: $corpus})
  WHERE mark.edition <> $keep
  DELETE mark
  RETURN count(*) AS marks
}
CALL () {
  MATCH (p:Passage)
  WHERE p.key STARTS WITH $corpus + '|' AND p.edition <> $keep
  WITH p LIMIT $limit
  DETACH DELETE p
  RETURN count(*) AS passages
}
CALL (passages) {
  MATCH (d:Document)
  WHERE passages = 0 AND d.key STARTS WITH $corpus + '|' AND d.edition <> $keep
  WITH d LIMIT $limit
  DETACH DELETE d
  RETURN count(*) AS documents
}
RETURN marks + passages + documents AS deleted
ORDER BY deleted
