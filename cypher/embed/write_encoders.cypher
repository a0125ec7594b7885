// Record which encoder made the vectors of these graphs' nodes.
//
// mode:    write
// param:   gids     LIST<STRING>  graphs
// param:   encoder  STRING        encoder with its revision
UNWIND $gids AS gid
MATCH (g:Graph {gid: gid})
SET g.encoder = $encoder
