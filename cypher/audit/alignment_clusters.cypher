// Which labels hang together through alignment, over all graphs (GDS WCC)?
//
// mode:    read
// needs:   gds
// param:   graph     STRING   projected graph of entities and SAME_AS
// param:   limit     INTEGER  rows at most = 20
// column:  labels    LIST<STRING>  distinct labels of the cluster
// column:  size      INTEGER  nodes in it
CALL gds.wcc.stream($graph) YIELD nodeId, componentId
WITH componentId, gds.util.asNode(nodeId) AS e
WITH componentId, e.label AS label, count(*) AS nodes ORDER BY label
WITH componentId, collect(label) AS labels, sum(nodes) AS size
WHERE size(labels) > 1
RETURN labels AS labels, size AS size
ORDER BY size DESC, labels
LIMIT $limit
