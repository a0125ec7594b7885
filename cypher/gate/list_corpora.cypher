// Which corpora of documents are stored whole, and how large are they?
//
// mode:    read
// column:  name       STRING   of the corpus
// column:  edition    STRING   hash of its content
// column:  encoder    STRING   whose vectors its passages have, "" for none
// column:  documents  INTEGER  how many
// column:  passages   INTEGER  how many
MATCH (c:Corpus)
RETURN c.name AS name, c.edition AS edition, c.encoder AS encoder, c.documents AS documents,
  c.passages AS passages
ORDER BY name
