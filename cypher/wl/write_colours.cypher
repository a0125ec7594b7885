// Keep the colours of each comparison's entities, iteration by iteration.
//
// mode:    write
// param:   comparisons  LIST<MAP>  id, gid, side; entities as [key, colours]
UNWIND $comparisons AS row
MATCH (c:Comparison {id: row.id})
UNWIND row.entities AS entity
MATCH (e:Entity {gid: row.gid, key: entity[0]})
CREATE (c)-[:COLOURED {side: row.side, colours: entity[1]}]->(e)
