"""The semantic part of S3KG: pooled sentence vectors as in the paper, or guarded coverage."""

from s3kg_neo4j.alignment import Alignment, PartCosines
from s3kg_neo4j.cosines import pooled_cosine
from s3kg_neo4j.coverage import coverage
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.measure import Measure


def semantic_similarity(
    first: Graph,
    second: Graph,
    cosine: PartCosines,
    alignment: Alignment,
    vectors: Vectors,
    measure: Measure,
) -> float:
    """S_SBERT of T1 and T2, both with triplets.

    Args:
        first: T1.
        second: T2.
        cosine: Rounded cosines of their parts.
        alignment: With the triplets of T2 that the filter keeps.
        vectors: Hold every triplet of both graphs.
        measure: Says which.
    """
    if measure.guarded:
        return coverage(first, second, cosine, measure.coverage)
    return pooled_cosine(
        vectors.matrix([edge.text for edge in first.edges]),
        vectors.matrix([second.edges[index].text for index in alignment.kept]),
    )
