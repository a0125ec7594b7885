// Put comparisons beside what they compare, free of anything an earlier run left under their ids.
//
// mode:    write
// param:   run          STRING     run that makes them
// param:   comparisons  LIST<MAP>  id, answer, reference and first (gids), properties
MATCH (run:Run {id: $run})
UNWIND $comparisons AS row
MATCH (answer:Graph {gid: row.answer})
MATCH (reference:Graph {gid: row.reference})
MERGE (c:Comparison {id: row.id})
SET c = row.properties, c.id = row.id, c.made = timestamp()
MERGE (run)-[:MADE]->(c)
MERGE (c)-[:ANSWER]->(answer)
MERGE (c)-[:REFERENCE]->(reference)
