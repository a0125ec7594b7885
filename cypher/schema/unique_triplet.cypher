// A triplet is known by its graph and its place there.
//
// mode:    schema
CREATE CONSTRAINT unique_triplet IF NOT EXISTS
FOR (n:Triplet) REQUIRE (n.gid, n.idx) IS UNIQUE
