"""Triplets as sets: Jaccard; precision, recall and F1, exact and by cosine.

The first graph is the reference, the second the prediction. Soft variants count each triplet
with its best cosine, as BERTScore does with tokens (Zhang et al. 2020, eq. 1 to 3).
"""

from collections.abc import Callable
from functools import partial

from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.methods.coverage import sentence_cosines
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.graph import Graph

Measured = Callable[[float, float], float]


def harmonic(precision: float, recall: float) -> float:
    """F1; 0 where both are 0."""
    total = precision + recall
    return 2 * precision * recall / total if total > 0 else 0.0


def _texts(graph: Graph) -> set[tuple[str, str, str]]:
    return {
        (graph.entities[e.head].text, graph.relations[e.relation].text, graph.entities[e.tail].text)
        for e in graph.edges
    }


def _jaccard(first: Graph, second: Graph) -> float:
    one, two = _texts(first), _texts(second)
    return len(one & two) / len(one | two)


def _exact(batch: Batch, measured: Measured) -> Scored:
    def score(first: Graph, second: Graph) -> float:
        one, two = _texts(first), _texts(second)
        common = len(one & two)
        return measured(common / len(two), common / len(one))

    return each(score, batch.graphs)


def _soft(batch: Batch, measured: Measured) -> Scored:
    def score(first: Graph, second: Graph) -> float:
        found = sentence_cosines(batch, first, second)
        return measured(float(found.max(axis=0).mean()), float(found.max(axis=1).mean()))

    return each(score, batch.graphs)


_MEASURED: dict[str, Measured] = {
    "precision": lambda precision, recall: precision,
    "recall": lambda precision, recall: recall,
    "f1": harmonic,
}


def _method(name: str, title: str, score: Callable[[Batch], Scored], *, encoder: bool) -> Method:
    return Method(
        name=name,
        title=title,
        kind="graphs",
        version="1",
        citation="Zhang et al. 2020, BERTScore (soft counts)" if encoder else "set overlap",
        licence="Apache-2.0",
        score=score,
        encoder=encoder,
    )


METHODS = (
    _method(
        "triplet-jaccard",
        "Jaccard of normalised triplets",
        lambda batch: each(_jaccard, batch.graphs),
        encoder=False,
    ),
    *(
        _method(
            f"triplet-{name}",
            f"{name} of normalised triplets",
            partial(_exact, measured=measured),
            encoder=False,
        )
        for name, measured in _MEASURED.items()
    ),
    *(
        _method(
            f"soft-{name}",
            f"{name} of triplets by best cosine",
            partial(_soft, measured=measured),
            encoder=True,
        )
        for name, measured in _MEASURED.items()
    ),
)
