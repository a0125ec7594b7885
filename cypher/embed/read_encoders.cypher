// Which encoder made the vectors that a graph's nodes carry?
//
// mode:    read
// param:   gids     LIST<STRING>  graphs
// column:  gid      STRING        a graph whose nodes carry vectors
// column:  encoder  STRING        encoder with its revision
UNWIND $gids AS gid
MATCH (g:Graph {gid: gid})
WHERE g.encoder IS NOT NULL
RETURN g.gid AS gid, g.encoder AS encoder
ORDER BY gid
