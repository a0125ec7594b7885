// Which entities of a reference have names near some mentions?
//
// mode:    read
// needs:   search
// param:   reference   STRING     name of the reference
// param:   mentions    LIST<MAP>  key, vector
// param:   candidates  INTEGER    names at most for each
// column:  key         STRING     mention
// column:  found       LIST<MAP>  entity (id), name (of the entity), text (the name that is near), cosine
CYPHER 25
UNWIND $mentions AS mention
CALL (mention) {
  MATCH (n:RefName)
  SEARCH n IN (VECTOR INDEX ref_name_vectors FOR mention.vector WHERE n.reference = $reference LIMIT $candidates)
  SCORE AS score
  MATCH (n)-[:NAMES]->(e:RefEntity)
  WHERE NOT EXISTS { (:RefName {key: mention.key})-[:NEVER_NAMES]->(e) }
  WITH e, n, 2 * score - 1 AS cosine ORDER BY e.id, n.text
  RETURN collect({entity: e.id, name: e.name, text: n.text, cosine: cosine}) AS found
}
RETURN mention.key AS key, found AS found
ORDER BY key
