// An answer's graph beside what it is measured against, with the labels that align.
//
// mode:    read
// param:   gid       STRING        answer
// column:  entity    NODE          entity of one of the graphs
// column:  edge      RELATIONSHIP  triplet, or SAME_AS
// column:  other     NODE          its other end
MATCH (a:Graph:LLM {gid: $gid})
OPTIONAL MATCH (a)-[:GOLD]->(gold:Graph)
WITH a, gold, [a.gid, coalesce(gold.gid, a.gid)] AS gids
UNWIND [a, gold] AS graph
MATCH (graph)-[:HAS_TRIPLET]->(:Triplet)-[:HEAD|TAIL]->(entity:Entity)
WITH DISTINCT entity, gids
OPTIONAL MATCH (entity)-[edge:REL|SAME_AS]-(other:Entity)
WHERE other.gid IN gids
RETURN entity AS entity, edge AS edge, other AS other
ORDER BY entity.gid, entity.idx, other.gid, other.idx, elementId(edge)
