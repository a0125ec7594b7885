// Record a run with its settings and versions.
//
// mode:    write
// param:   id          STRING  run
// param:   properties  MAP     settings, encoder and versions as text
MERGE (run:Run {id: $id})
SET run = $properties, run.id = $id
