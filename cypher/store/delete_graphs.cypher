// Remove graphs with their subgraphs and comparisons.
//
// mode:    write
// param:   gids  LIST<STRING>  graphs to remove
UNWIND $gids AS gid
MATCH (g:Graph {gid: gid})
OPTIONAL MATCH (g)-[:HAS_TRIPLET]->(t:Triplet)
OPTIONAL MATCH (t)-[:HEAD|RELATION|TAIL]->(part)
OPTIONAL MATCH (c:Comparison)-[:ANSWER|REFERENCE]->(g)
OPTIONAL MATCH (c)-[:COLOURS]->(colour:Colour)
DETACH DELETE colour, c, part, t, g
