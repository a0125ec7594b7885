// What does a reference say of claims? The first verdict that holds, with the facts that prove it.
//
// mode:    read
// param:   reference  STRING     name of the reference
// param:   claims     LIST<MAP>  number; subject and object (keys of names); relation, negated; text, value, unit, year of the object; from, to, dated
// param:   tolerance  FLOAT      share by which numbers may differ where the relation says nothing
// column:  number     INTEGER    of the claim
// column:  verdict    STRING     SUPPORTED, OUTDATED, NOT_YET, CONTRADICTED or UNGROUNDED
// column:  reason     STRING     why, in a few words
// column:  evidence   LIST<STRING>  facts that the verdict rests on
// column:  subject    STRING     id of the entity, "" for none or several
// column:  object     STRING     the same; a literal that the relation takes stands for itself
// column:  disagrees  BOOLEAN    whether the reference has several truths where there can be one
UNWIND $claims AS c
OPTIONAL MATCH (r:RefRelation {key: $reference + '|' + c.relation})
CALL (c) {
  OPTIONAL MATCH (:RefName {key: c.subject})-[:NAMES]->(e:RefEntity)
  WITH e ORDER BY e.id
  RETURN collect(e.id) AS subjects
}
CALL (c) {
  OPTIONAL MATCH (:RefName {key: c.object})-[:NAMES]->(e:RefEntity)
  WITH e ORDER BY e.id
  RETURN collect(e.id) AS objects
}
WITH c, r, subjects, objects,
  CASE size(subjects) WHEN 1 THEN subjects[0] ELSE '' END AS subject,
  CASE size(objects) WHEN 1 THEN objects[0] ELSE '' END AS object
CALL (c, subject) {
  OPTIONAL MATCH (f:RefFact {key: $reference + '|' + subject + '|' + c.relation})
  WITH f ORDER BY f.id
  RETURN collect(f) AS own
}
CALL (c, r, subject, object) {
  OPTIONAL MATCH (f:RefFact)
  WHERE f.key IN [$reference + '|' + object + '|' + r.inverse,
      CASE WHEN r.symmetric THEN $reference + '|' + object + '|' + c.relation END]
    AND f.object = subject
  WITH f ORDER BY f.id
  RETURN collect(f) AS turned
}
CALL (c, r, subject, object) {
  OPTIONAL MATCH (f:RefFact {key: $reference + '|' + object + '|' + c.relation})
  WHERE f.object = subject AND subject <> '' AND NOT coalesce(r.symmetric, false)
  RETURN count(f) > 0 AS reversed
}
CALL (c, r, subject, object, own, turned) {
  WITH c, r, subject, object
  WHERE coalesce(r.transitive, false) AND subject <> '' AND object <> '' AND subject <> object
  MATCH (s:RefEntity {key: $reference + '|' + subject}), (o:RefEntity {key: $reference + '|' + object})
  MATCH p = shortestPath((s)-[:HOLDS*1..20]->(o))
  WHERE all(step IN relationships(p) WHERE step.relation = c.relation AND NOT step.negated
    AND step.valid_from <= c.from AND step.valid_to >= c.to)
  RETURN collect([step IN relationships(p) |
    startNode(step).name + ' ' + step.relation + ' ' + endNode(step).name])[0] AS path
}
WITH c, r, subjects, objects, subject, object, own, reversed, coalesce(path, []) AS path,
  any(f IN own WHERE f.literal) AS typed,
  [f IN own WHERE f.object = object OR f.literal AND (f.text = c.text
    OR NOT (f.year OR c.year) AND f.unit = c.unit AND f.number IS NOT NULL AND c.value IS NOT NULL
      AND abs(f.number - c.value) <= coalesce(r.tolerance, $tolerance) * abs(f.number))]
    + turned AS same
WITH *,
  [f IN same WHERE f.valid_from <= c.from AND (f.valid_to >= c.to
    OR coalesce(r.event, false) AND NOT c.dated)] AS same_then,
  // What happened once cannot have happened otherwise on another day.
  [f IN own WHERE NOT f.negated AND NOT f IN same AND (coalesce(r.event, false) AND c.dated
    OR f.valid_from <= c.from AND (f.valid_to >= c.to OR coalesce(r.event, false)))] AS rivals,
  [f IN same WHERE f.negated = c.negated] AS agreeing,
  object <> '' OR typed AND (c.value IS NOT NULL OR c.year) AS grounded
WITH *,
  [f IN same_then WHERE f.negated = c.negated] AS valid,
  [f IN same_then WHERE f.negated <> c.negated] AS opposing,
  [f IN same_then WHERE NOT f.negated] AS true_then,
  coalesce(r.functional, false) AND subject <> '' AND grounded AS exclusive
WITH *,
  CASE
    WHEN valid <> [] OR path <> [] AND NOT c.negated THEN 'SUPPORTED'
    WHEN opposing <> [] OR path <> [] THEN 'CONTRADICTED'
    WHEN exclusive AND rivals <> [] AND true_then = [] AND c.negated THEN 'SUPPORTED'
    WHEN any(f IN agreeing WHERE f.valid_to < c.to) THEN 'OUTDATED'
    WHEN any(f IN agreeing WHERE f.valid_from > c.from) THEN 'NOT_YET'
    WHEN exclusive AND rivals <> [] AND NOT c.negated THEN 'CONTRADICTED'
    ELSE 'UNGROUNDED'
  END AS verdict
WITH *,
  CASE verdict
    WHEN 'SUPPORTED' THEN CASE WHEN valid <> [] THEN valid WHEN path <> [] THEN [] ELSE rivals END
    WHEN 'CONTRADICTED' THEN
      CASE WHEN opposing <> [] THEN opposing WHEN path <> [] THEN [] ELSE rivals END
    WHEN 'UNGROUNDED' THEN []
    ELSE agreeing
  END AS proof
RETURN c.number AS number,
  verdict AS verdict,
  CASE
    WHEN size(subjects) > 1 THEN 'the subject names several entities: ' + reduce(t = '', i IN subjects | t + i + ' ')
    WHEN subject = '' THEN 'the subject is not in the reference'
    WHEN size(objects) > 1 THEN 'the object names several entities: ' + reduce(t = '', i IN objects | t + i + ' ')
    WHEN verdict IN ['UNGROUNDED', 'CONTRADICTED'] AND reversed THEN 'head and tail are exchanged'
    WHEN verdict = 'UNGROUNDED' AND NOT grounded THEN 'the object is not in the reference'
    WHEN verdict = 'UNGROUNDED' THEN 'no fact says so'
    WHEN verdict = 'CONTRADICTED' AND opposing = [] THEN 'another value holds'
    WHEN path <> [] AND valid = [] THEN 'by a path'
    ELSE ''
  END AS reason,
  [f IN proof | f.subject_name + ' ' + f.name + ' ' + f.object_name
    + CASE WHEN f.valid_from > '0000-00-00' OR f.valid_to < '9999-99-99'
      THEN ' [' + f.valid_from + ', ' + f.valid_to + ']' ELSE '' END
    + CASE f.source WHEN '' THEN '' ELSE ' (' + f.source + ')' END]
    + CASE WHEN proof = [] AND verdict IN ['SUPPORTED', 'CONTRADICTED'] THEN path ELSE [] END
    AS evidence,
  subject AS subject,
  CASE WHEN object <> '' THEN object WHEN grounded THEN c.text ELSE '' END AS object,
  coalesce(r.functional, false) AND size(true_then) > 0 AND size(rivals) > 0 AS disagrees
ORDER BY number
