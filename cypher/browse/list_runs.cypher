// Which runs are stored, and how many answers did each compare?
//
// mode:    read
// param:   run       STRING   only this run, or null
// column:  run       STRING   run
// column:  dataset   STRING   data set
// column:  preset    STRING   preset of its comparisons
// column:  encoder   STRING   encoder with its revision
// column:  version   STRING   version of the program that made it
// column:  answers   INTEGER  answers
MATCH (r:Run)
WHERE $run IS NULL OR r.id = $run
OPTIONAL MATCH (r)-[:MADE]->(:Comparison)-[:ANSWER]->(a:Graph)
RETURN r.id AS run, r.dataset AS dataset, substring(r.id, size(r.dataset) + 1) AS preset,
  r.encoder AS encoder, r.version AS version, count(DISTINCT a) AS answers
ORDER BY run
