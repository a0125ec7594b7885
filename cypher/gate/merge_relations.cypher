// Write what is known of the relations of a reference.
//
// mode:    write
// param:   reference  STRING     name of the reference
// param:   relations  LIST<MAP>  key (of a name or alias), relation (of the name), name, functional, symmetric, inverse, transitive, event, tolerance, unit, worth, path, domain, range
UNWIND $relations AS row
MERGE (r:RefRelation {key: $reference + '|' + row.key})
SET r += row {.relation, .name, .functional, .symmetric, .inverse, .transitive, .event, .tolerance, .unit,
    .worth, .path, .domain, .range}
SET r.reference = $reference
