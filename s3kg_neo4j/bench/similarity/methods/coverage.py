"""Coverage: the mean, over the first graph's triplets, of the best triplet cosine."""

from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.embed import cosines
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.matching import Cosines


def sentence_cosines(batch: Batch, first: Graph, second: Graph) -> Cosines:
    """Cosines of the serialised triplets."""
    one, two = (
        batch.graph_vectors.matrix([edge.text for edge in graph.edges]) for graph in (first, second)
    )
    return cosines(one, two).clip(0.0)


def _score(batch: Batch) -> Scored:
    return each(
        lambda first, second: sentence_cosines(batch, first, second).max(axis=1).mean(),
        batch.graphs,
    )


METHODS = (
    Method(
        name="coverage",
        title="mean best triplet cosine of the first graph's triplets",
        kind="graphs",
        version="1",
        citation="docs/benchmarks-similarity.md",
        licence="Apache-2.0",
        score=_score,
        encoder=True,
    ),
)
