"""Wasserstein Weisfeiler-Lehman (Togninalli et al. 2019): transport between node embeddings.

``wwl`` embeds a node by its WL colours of 0..H and compares by Hamming distance (their eq. 3);
``wwl-continuous`` by its label's vector, averaged with its neighbours' H times, and compares by
Euclidean distance (their eq. 2). The score is exp(-distance), which orders pairs as their kernel.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.graph import Graph

H = 3

Floats = NDArray[np.float64]


def transport(distances: Floats) -> float:
    """Wasserstein distance of two uniform distributions."""
    import ot

    weights = [np.full(n, 1 / n) for n in distances.shape]
    return max(0.0, float(ot.emd2(*weights, np.ascontiguousarray(distances))))


def _neighbours(graph: Graph) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in graph.entities]
    for edge in graph.edges:
        found[edge.head].append(edge.tail)
        found[edge.tail].append(edge.head)
    return found


def _colours(first: Graph, second: Graph) -> list[NDArray[np.int64]]:
    """WL colours of both graphs' nodes, shape (nodes, H + 1)."""
    around = [_neighbours(graph) for graph in (first, second)]
    columns = [[[label.text for label in graph.entities] for graph in (first, second)]]
    history: list[list[list[int]]] = [[], []]
    current: list[list[object]] = [list(column) for column in columns[0]]
    for _ in range(H + 1):
        numbers: dict[object, int] = {}
        coded = [[numbers.setdefault(c, len(numbers)) for c in graph] for graph in current]
        for kept, codes in zip(history, coded, strict=True):
            kept.append(codes)
        current = [
            [
                (codes[node], tuple(sorted(codes[u] for u in near)))
                for node, near in enumerate(neighbours)
            ]
            for codes, neighbours in zip(coded, around, strict=True)
        ]
    return [np.array(kept).T for kept in history]


def _categorical(first: Graph, second: Graph) -> float:
    one, two = _colours(first, second)
    distances = (one[:, None, :] != two[None, :, :]).mean(axis=2)
    return math.exp(-transport(distances))


def _continuous(batch: Batch) -> Scored:
    def embedded(graph: Graph) -> Floats:
        current = batch.graph_vectors.matrix([e.text for e in graph.entities]).astype(np.float64)
        kept = [current]
        for _ in range(H):
            near = [current[near].mean(axis=0) for near in _neighbours(graph)]
            current = (current + np.array(near)) / 2
            kept.append(current)
        return np.concatenate(kept, axis=1)

    def score(first: Graph, second: Graph) -> float:
        from scipy.spatial.distance import cdist

        return math.exp(-transport(cdist(embedded(first), embedded(second))))

    return each(score, batch.graphs)


def _method(name: str, title: str, score: Callable[[Batch], Scored], *, encoder: bool) -> Method:
    return Method(
        name=name,
        title=title,
        kind="graphs",
        version="1",
        citation="Togninalli et al. 2019; Flamary et al. 2021, POT",
        licence="MIT",
        score=score,
        packages=("POT",),
        extra="bench",
        encoder=encoder,
    )


METHODS = (
    _method(
        "wwl",
        f"Wasserstein WL on exact labels, H {H}",
        lambda batch: each(_categorical, batch.graphs),
        encoder=False,
    ),
    _method(
        "wwl-continuous",
        f"Wasserstein WL on label vectors, H {H}",
        _continuous,
        encoder=True,
    ),
)
