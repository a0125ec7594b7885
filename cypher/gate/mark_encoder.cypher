// Say whose vectors the names of a reference have.
//
// mode:    write
// param:   reference  STRING  name of the reference
// param:   encoder    STRING  the encoder's name
MATCH (r:Reference {name: $reference})
SET r.encoder = $encoder
