// Which entities of a reference have names with about the same words as some mentions?
//
// mode:    read
// param:   reference   STRING     name of the reference
// param:   mentions    LIST<MAP>  key, query (of the full-text index)
// param:   candidates  INTEGER    names at most for each
// column:  key         STRING     mention
// column:  found       LIST<MAP>  entity (id), name (of the entity), text (the name that is alike)
UNWIND $mentions AS mention
CALL (mention) {
  CALL db.index.fulltext.queryNodes('ref_name_text', mention.query, {limit: $candidates})
  YIELD node
  WHERE node.reference = $reference
  MATCH (node)-[:NAMES]->(e:RefEntity)
  WHERE NOT EXISTS { (:RefName {key: mention.key})-[:NEVER_NAMES]->(e) }
  WITH e, node ORDER BY e.id, node.text
  RETURN collect({entity: e.id, name: e.name, text: node.text}) AS found
}
RETURN mention.key AS key, found AS found
ORDER BY key
