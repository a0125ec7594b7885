// Mark an edition of a corpus as stored whole: from now on it is the one that is looked at.
//
// mode:    write
// param:   corpus      STRING  name of the corpus
// param:   properties  MAP     edition, encoder, documents, passages
MERGE (c:Corpus {name: $corpus})
SET c += $properties
