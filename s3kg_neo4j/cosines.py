"""Cosines between the parts of two graphs, from one of three sources that agree to the digit.

A vector index proposes candidates, exact Cypher compares all, a matrix product does so at the
client. What follows from a cosine is decided elsewhere, once for all three.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.alignment import PartCosines
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Vectors, cosines
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.matching import UNDEFINED, Cosines
from s3kg_neo4j.measure import DECIMALS
from s3kg_neo4j.subgraphs import Subgraph

Pair = tuple[Subgraph, Subgraph]


class CosineSource(Protocol):
    """Where the cosines of a batch come from."""

    def __call__(self, pairs: Sequence[Pair]) -> list[PartCosines]:
        """Rounded cosines of each pair, first graph's parts by second graph's."""
        ...


def part_cosines(first: Graph, second: Graph, vectors: Vectors) -> PartCosines:
    """Every rounded cosine between the labels and triplets of two graphs."""

    def matrix(graph: Graph, kind: str) -> NDArray[np.float32]:
        return vectors.matrix([item.text for item in getattr(graph, kind)])

    return PartCosines(
        *(
            cosines(matrix(first, kind), matrix(second, kind))
            for kind in ("entities", "relations", "edges")
        )
    )


def pooled_cosine(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """S_SBERT = max(0, cos(mean φ(T1), mean φ(T2^))) (paper, eq. 1); 0 without vectors."""
    if not len(first) or not len(second):
        return 0.0
    one = first.astype(np.float64).mean(axis=0)
    two = second.astype(np.float64).mean(axis=0)
    norm = float(np.linalg.norm(one) * np.linalg.norm(two))
    return max(0.0, min(1.0, float(one @ two) / norm)) if norm else 0.0


class MatrixCosines:
    """From vectors at the client: for big batches; needs no vectors in the database."""

    def __init__(self, vectors: Vectors) -> None:
        """Use ``vectors``, which hold every string of the batch."""
        self._vectors = vectors

    def __call__(self, pairs: Sequence[Pair]) -> list[PartCosines]:
        """Rounded cosines of each pair."""
        return [part_cosines(one.graph, two.graph, self._vectors) for one, two in pairs]


class ExactCosines:
    """Every pair of stored vectors, compared in Cypher."""

    def __init__(self, database: Database) -> None:
        """Use the vectors stored in ``database``."""
        self._database = database

    def __call__(self, pairs: Sequence[Pair]) -> list[PartCosines]:
        """Rounded cosines of each pair."""
        return _from_database(self._database, "compare", pairs, {})


class IndexCosines:
    """From the vector indexes: the candidates that a filtered look-up proposes."""

    def __init__(self, database: Database) -> None:
        """Use the vectors and vector indexes of ``database`` (Neo4j 2026.01 or newer)."""
        self._database = database

    def __call__(self, pairs: Sequence[Pair]) -> list[PartCosines]:
        """Rounded cosines of each pair; a look-up asks for the whole of the other graph."""
        sizes = [len(getattr(two.graph, kind)) for _, two in pairs for kind in _KINDS]
        return _from_database(
            self._database, "search", pairs, {"candidates": max(sizes, default=1)}
        )


_KINDS = ("entities", "relations", "edges")
_QUERIES = {"entities": "entities", "relations": "relations", "edges": "triplets"}


def _from_database(
    database: Database, how: str, pairs: Sequence[Pair], parameters: dict[str, Any]
) -> list[PartCosines]:
    rows = [
        {"id": number, "first": one.gid, "second": two.gid}
        for number, (one, two) in enumerate(pairs)
    ]
    tables: dict[str, list[Cosines]] = {}
    for kind in _KINDS:
        empty = [
            np.full((len(getattr(one.graph, kind)), len(getattr(two.graph, kind))), UNDEFINED)
            for one, two in pairs
        ]
        for row in database.run(f"align/{how}_{_QUERIES[kind]}", pairs=rows, **parameters):
            if row["cosines"]:
                places = np.array([[i, j] for i, j, _ in row["cosines"]])
                values = np.array([cosine for _, _, cosine in row["cosines"]])
                empty[row["id"]][places[:, 0], places[:, 1]] = np.round(values, DECIMALS)
        tables[kind] = empty
    return [PartCosines(*(tables[kind][i] for kind in _KINDS)) for i in range(len(pairs))]
