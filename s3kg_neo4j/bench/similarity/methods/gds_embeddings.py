"""Embeddings of the graphs by Graph Data Science: structural rivals of the WL kernel.

FastRP (Chen et al. 2019) and HashGNN (Tan et al. 2020) embed every node from its label's sentence
vector and its neighbours; a graph is the mean of its nodes, two graphs are compared by cosine. The
graphs of a batch are projected together from memory; nothing is stored.
"""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j import gds
from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch

Algorithm = Literal["fastrp", "hashgnn"]

Floats = NDArray[np.float64]


def _score(batch: Batch, algorithm: Algorithm) -> Scored:
    graphs = [graph for pair in batch.graphs if pair for graph in pair]
    if not graphs:
        return Scored([None] * len(batch.graphs))
    labels = [label.text for graph in graphs for label in graph.entities]
    ends = np.cumsum([0, *(len(graph.entities) for graph in graphs)])
    edges = [
        (int(start) + edge.head, int(start) + edge.tail)
        for start, graph in zip(ends, graphs, strict=False)
        for edge in graph.edges
    ]
    features = batch.graph_vectors.matrix(labels)
    database = batch.workbench.database
    with gds.constructed(database, features, edges) as graph:
        nodes = gds.node_embeddings(database, graph, algorithm)
    means = iter(np.array([nodes[a:b].mean(axis=0) for a, b in pairwise(ends)]))
    return Scored([pair and _cosine([next(means), next(means)]) for pair in batch.graphs])


def _cosine(vectors: Sequence[Floats]) -> float:
    norm = float(np.linalg.norm(vectors[0]) * np.linalg.norm(vectors[1]))
    return float(vectors[0] @ vectors[1]) / norm if norm else 0.0


_ALGORITHMS: dict[Algorithm, str] = {
    "fastrp": "Chen et al. 2019, FastRP",
    "hashgnn": "Tan et al. 2020, HashGNN",
}

METHODS = tuple(
    Method(
        name=algorithm,
        title=f"cosine of mean {paper.split(', ')[1]} node embeddings",
        kind="graphs",
        version="1",
        citation=f"{paper}; Neo4j Graph Data Science",
        licence="GPL-3.0 (server plugin, not linked)",
        score=partial(_score, algorithm=algorithm),
        packages=("graphdatascience",),
        encoder=True,
        heavy=True,
    )
    for algorithm, paper in _ALGORITHMS.items()
)
