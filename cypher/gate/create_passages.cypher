// Create passages of an edition of a corpus with the documents that they are part of.
//
// mode:    write
// param:   corpus    STRING     name of the corpus
// param:   edition   STRING     hash of its content
// param:   passages  LIST<MAP>  document (number), id (of the document), number, text
UNWIND $passages AS row
MERGE (d:Document {key: $corpus + '|' + $edition + '|' + toString(row.document)})
ON CREATE SET d.corpus = $corpus, d.edition = $edition, d.id = row.id
CREATE (p:Passage {key: d.key + '|' + toString(row.number)})
SET p.corpus = $corpus, p.edition = $edition, p.number = row.number, p.text = row.text
CREATE (d)-[:HAS_PASSAGE]->(p)
