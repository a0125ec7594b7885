// Store the nodes of questions' graphs, and what each answer is measured against.
//
// mode:    write
// param:   questions  LIST<MAP>  dataset and qid; graphs: gid, role and properties of each that is new; links: answer, gold, context as gids (gold and context may be null)
UNWIND $questions AS question
MATCH (q:Question {dataset: question.dataset, qid: question.qid})
CALL (q, question) {
  UNWIND question.graphs AS row
  CREATE (q)-[:HAS_GRAPH]->(g:Graph:$(row.role))
  SET g = row.properties, g.gid = row.gid, g.role = row.role
}
UNWIND question.links AS link
MATCH (a:Graph {gid: link.answer})
OPTIONAL MATCH (gold:Graph {gid: link.gold})
OPTIONAL MATCH (context:Graph {gid: link.context})
FOREACH (g IN CASE WHEN gold IS NULL THEN [] ELSE [gold] END | MERGE (a)-[:GOLD]->(g))
FOREACH (g IN CASE WHEN context IS NULL THEN [] ELSE [context] END | MERGE (a)-[:CONTEXT]->(g))
