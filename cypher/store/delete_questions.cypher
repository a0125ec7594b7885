// Remove a data set's questions (their graphs have been removed) and its runs.
//
// mode:    write
// param:   dataset  STRING  data set
MATCH (n:Question|Run {dataset: $dataset})
DETACH DELETE n
