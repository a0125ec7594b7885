// Store a question with its graphs' nodes and what each answer is measured against.
//
// mode:    write
// param:   dataset  STRING     data set
// param:   qid      STRING     question
// param:   text     STRING     the question's text
// param:   graphs   LIST<MAP>  gid, role and properties of each graph that is new
// param:   links    LIST<MAP>  answer, gold, context: gids; gold and context may be null
MERGE (q:Question {dataset: $dataset, qid: $qid})
SET q.text = $text
WITH q
CALL (q) {
  UNWIND $graphs AS row
  CREATE (q)-[:HAS_GRAPH]->(g:Graph:$(row.role))
  SET g = row.properties, g.gid = row.gid, g.role = row.role
}
UNWIND $links AS link
MATCH (a:Graph {gid: link.answer})
OPTIONAL MATCH (gold:Graph {gid: link.gold})
OPTIONAL MATCH (context:Graph {gid: link.context})
FOREACH (g IN CASE WHEN gold IS NULL THEN [] ELSE [gold] END | MERGE (a)-[:GOLD]->(g))
FOREACH (g IN CASE WHEN context IS NULL THEN [] ELSE [context] END | MERGE (a)-[:CONTEXT]->(g))
