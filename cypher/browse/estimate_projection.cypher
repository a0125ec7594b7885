// How much memory does a projection need, and how much is free?
//
// mode:    read
// needs:   gds
// param:   nodes          STRING   label
// param:   relationships  STRING   relationship type, taken undirected
// column:  needed         INTEGER  bytes at least
// column:  free           INTEGER  bytes that the heap can still take
CALL gds.graph.project.estimate($nodes, $relationships) YIELD bytesMin
CALL gds.debug.sysInfo() YIELD key, value
WITH bytesMin, key, value WHERE key = 'availableHeapInBytes'
RETURN bytesMin AS needed, value AS free
ORDER BY needed
