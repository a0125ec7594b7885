// What does a reference say of claims? The first verdict that holds, with the facts that prove it.
//
// mode:    read
// param:   reference  STRING     name of the reference
// param:   claims     LIST<MAP>  number; subject and object (keys of names); relation, negated; text, low, high, unit, first, last of the object; from, to, dated
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
  coalesce(r.relation, c.relation) AS relation,
  CASE size(subjects) WHEN 1 THEN subjects[0] ELSE '' END AS subject,
  CASE size(objects) WHEN 1 THEN objects[0] ELSE '' END AS object,
  // A bare number counts what the relation counts; figures that it counts are no years.
  CASE c.unit WHEN '' THEN coalesce(r.unit, '') ELSE c.unit END AS unit,
  c.low * CASE c.unit WHEN '' THEN coalesce(r.worth, 1.0) ELSE 1.0 END AS low,
  c.high * CASE c.unit WHEN '' THEN coalesce(r.worth, 1.0) ELSE 1.0 END AS high,
  coalesce(r.unit, '') <> '' OR r.tolerance IS NOT NULL AS counts,
  coalesce(r.tolerance, $tolerance) AS tolerance,
  coalesce(r.functional, false) AS functional,
  coalesce(r.event, false) AS event
// Facts as the claim puts them, from head to tail.
CALL (relation, subject) {
  OPTIONAL MATCH (f:RefFact {key: $reference + '|' + subject + '|' + relation})
  WITH f ORDER BY f.id
  RETURN collect(f) AS own
}
// The same from tail to head, where the relation can be read so.
CALL (c, r, relation, subject, object) {
  OPTIONAL MATCH (f:RefFact)
  WHERE f.key IN [$reference + '|' + object + '|' + r.inverse,
      CASE WHEN r.symmetric THEN $reference + '|' + object + '|' + relation END]
    AND f.object = subject AND NOT f.literal
  WITH f ORDER BY f.id
  RETURN collect(f) AS turned
}
CALL (c, r, relation, functional, subject, object) {
  OPTIONAL MATCH (f:RefFact)
  WHERE f.object_key IN CASE WHEN functional AND subject <> '' AND object <> ''
      THEN [$reference + '|' + subject + '|' + r.inverse,
        CASE WHEN r.symmetric THEN $reference + '|' + subject + '|' + relation END]
      ELSE [] END
    AND f.subject <> object
  WITH f ORDER BY f.id
  RETURN collect(f) AS turned_others
}
CALL (c, r, relation, subject, object) {
  OPTIONAL MATCH (f:RefFact {key: $reference + '|' + object + '|' + relation})
  WHERE f.object = subject AND subject <> '' AND NOT coalesce(r.symmetric, false)
  RETURN count(f) > 0 AS reversed
}
CALL (c, r, relation, subject, object) {
  CALL (c, r, relation, subject, object) {
    WITH c, r, relation, subject, object
    WHERE r.transitive AND subject <> '' AND object <> '' AND subject <> object
    UNWIND [[subject, object, relation], [object, subject, r.inverse]] AS way
    MATCH (a:RefEntity {key: $reference + '|' + way[0]}), (b:RefEntity {key: $reference + '|' + way[1]})
    MATCH p = shortestPath((a)-[:HOLDS*1..20]->(b))
    WHERE all(step IN relationships(p) WHERE step.relation = way[2] AND NOT step.negated
      AND step.valid_from <= c.from AND step.valid_to >= c.to)
    RETURN [step IN relationships(p) | step.says] AS path
    UNION ALL
    WITH c, r, relation, subject, object
    WHERE size(r.path) = 2 AND subject <> '' AND object <> ''
    MATCH (f:RefFact {key: $reference + '|' + subject + '|' + r.path[0]})
    MATCH (g:RefFact {key: $reference + '|' + f.object + '|' + r.path[1]})
    WHERE g.object = object AND all(step IN [f, g] WHERE NOT step.negated
      AND step.valid_from <= c.from AND step.valid_to >= c.to)
    RETURN [f.says, g.says] AS path
    UNION ALL
    WITH c, r, relation, subject, object
    WHERE size(r.path) = 3 AND subject <> '' AND object <> ''
    MATCH (f:RefFact {key: $reference + '|' + subject + '|' + r.path[0]})
    MATCH (g:RefFact {key: $reference + '|' + f.object + '|' + r.path[1]})
    MATCH (h:RefFact {key: $reference + '|' + g.object + '|' + r.path[2]})
    WHERE h.object = object AND all(step IN [f, g, h] WHERE NOT step.negated
      AND step.valid_from <= c.from AND step.valid_to >= c.to)
    RETURN [f.says, g.says, h.says] AS path
  }
  WITH path ORDER BY size(path), path
  RETURN coalesce(collect(path)[0], []) AS path
}
WITH *,
  // A date that the fact gives more exactly is the same one, and so is a number in a range.
  [f IN own WHERE CASE WHEN f.literal THEN f.text = c.text ELSE f.object = object END
    OR (f.literal OR object = '') AND (NOT counts AND f.first >= c.first AND f.last <= c.last
    OR (counts OR f.first IS NULL OR c.first IS NULL) AND (f.unit = unit OR '' IN [f.unit, unit])
      AND f.low >= low - tolerance * abs(f.low) AND f.high <= high + tolerance * abs(f.high))]
    + turned AS same,
  [f IN own WHERE CASE
    WHEN object <> '' THEN f.object <> object
    WHEN f.first IS NOT NULL AND c.first IS NOT NULL AND NOT counts
      THEN f.last < c.first OR f.first > c.last
    WHEN '' IN [f.unit, unit] AND f.unit <> unit THEN false  // what is counted may differ
    ELSE f.unit <> unit OR f.high + tolerance * abs(f.high) < low
      OR f.low - tolerance * abs(f.low) > high
    END] + turned_others AS others
WITH *,
  [f IN same WHERE f.valid_from <= c.from AND (f.valid_to >= c.to OR event AND NOT c.dated)]
    AS same_then,
  // What happened once cannot have happened otherwise on another day.
  [f IN others WHERE functional AND NOT f.negated AND NOT f IN same AND (event AND c.dated
    OR f.valid_from <= c.from AND (f.valid_to >= c.to OR event))] AS rivals,
  [f IN same WHERE f.negated = c.negated] AS agreeing,
  object <> '' OR same <> []
    OR coalesce(c.low, c.first) IS NOT NULL AND any(f IN own WHERE coalesce(f.low, f.first) IS NOT NULL)
    AS grounded
WITH *,
  [f IN same_then WHERE f.negated = c.negated] AS valid,
  [f IN same_then WHERE f.negated <> c.negated] AS opposing,
  [f IN same_then WHERE NOT f.negated] AS true_then
WITH *,
  CASE
    WHEN valid <> [] OR path <> [] AND NOT c.negated THEN 'SUPPORTED'
    WHEN opposing <> [] OR path <> [] THEN 'CONTRADICTED'
    WHEN rivals <> [] AND c.negated THEN 'SUPPORTED'
    WHEN any(f IN agreeing WHERE f.valid_to < c.to) THEN 'OUTDATED'
    WHEN any(f IN agreeing WHERE f.valid_from > c.from) THEN 'NOT_YET'
    WHEN rivals <> [] THEN 'CONTRADICTED'
    ELSE 'UNGROUNDED'
  END AS verdict
WITH *,
  CASE
    WHEN verdict = 'UNGROUNDED' THEN []
    WHEN verdict IN ['OUTDATED', 'NOT_YET'] THEN agreeing
    WHEN verdict = 'SUPPORTED' AND valid <> [] THEN valid
    WHEN verdict = 'CONTRADICTED' AND opposing <> [] THEN opposing
    WHEN path <> [] THEN []
    ELSE rivals
  END AS proof
RETURN c.number AS number,
  verdict AS verdict,
  CASE
    WHEN c.subject IS NULL OR c.object IS NULL THEN 'a pronoun names nobody by itself'
    WHEN size(subjects) > 1 THEN 'the subject names several entities: ' + reduce(t = subjects[0], i IN tail(subjects) | t + ', ' + i)
    WHEN subject = '' THEN 'the subject is not in the reference'
    WHEN size(objects) > 1 AND verdict = 'UNGROUNDED' THEN 'the object names several entities: ' + reduce(t = objects[0], i IN tail(objects) | t + ', ' + i)
    WHEN verdict IN ['UNGROUNDED', 'CONTRADICTED'] AND reversed THEN 'head and tail are exchanged'
    WHEN verdict = 'UNGROUNDED' AND NOT grounded THEN 'the object is not in the reference'
    WHEN verdict = 'UNGROUNDED' THEN 'no fact says so'
    WHEN proof = [] THEN 'by a path'
    WHEN proof = rivals AND rivals <> [] THEN 'another value holds'
    ELSE ''
  END AS reason,
  CASE WHEN proof = [] AND verdict <> 'UNGROUNDED' THEN path ELSE [f IN proof | f.says] END
    AS evidence,
  subject AS subject,
  CASE WHEN object <> '' THEN object WHEN grounded THEN c.text ELSE '' END AS object,
  (valid <> [] AND opposing <> []) OR (true_then <> [] AND rivals <> []) AS disagrees
ORDER BY number
