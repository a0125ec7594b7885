// Which of these graphs are stored, and with what content?
//
// mode:    read
// param:   gids    LIST<STRING>  graphs to look for
// column:  gid     STRING        a graph that is stored
// column:  digest  STRING        digest of its content
UNWIND $gids AS gid
MATCH (g:Graph {gid: gid})
RETURN g.gid AS gid, g.digest AS digest
ORDER BY gid
