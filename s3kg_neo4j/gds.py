"""The only client of Graph Data Science: projections live no longer than their use."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import DatabaseError

if TYPE_CHECKING:
    from graphdatascience import GraphDataScience
    from graphdatascience.graph import Graph

DIMENSION, SEED = 256, 7
"""Of node embeddings."""


@contextmanager
def projection(database: Database, nodes: str, relationships: str) -> Iterator[str | None]:
    """Project nodes of one label and their relationships of one type, undirected.

    The projection has a name of its own, so that two runs cannot meet, and is dropped at the
    end; memory is estimated first.

    Yields:
        Name of the projected graph; None where there is nothing to project.

    Raises:
        DatabaseError: GDS is not installed, or the server has not enough memory.
    """
    client = _client(database)
    if not database.run("browse/has_relationships", type=relationships):
        yield None
        return
    _check_memory(database, nodes, relationships)
    name = f"s3kg-{uuid.uuid4().hex}"
    client.graph.project.native(name, nodes, {relationships: {"orientation": "UNDIRECTED"}})
    try:
        yield name
    finally:
        client.graph.drop(name)


@contextmanager
def constructed(
    database: Database, features: NDArray[np.float32], edges: Sequence[tuple[int, int]]
) -> Iterator["Graph"]:
    """Project a graph from memory; nothing is stored, and the projection is dropped at the end.

    Args:
        database: Its server needs Graph Data Science.
        features: One row a node, its property ``features``.
        edges: Pairs of rows, directed.

    Yields:
        The projected graph.

    Raises:
        DatabaseError: GDS is not installed.
    """
    import pandas as pd

    client = _client(database)
    nodes = pd.DataFrame({"nodeId": range(len(features)), "features": features.tolist()})
    links = pd.DataFrame(edges, columns=["sourceNodeId", "targetNodeId"])
    links["relationshipType"] = "LINK"
    graph = client.graph.construct(
        f"s3kg-{uuid.uuid4().hex}", nodes, links, undirected_relationship_types=["LINK"]
    )
    try:
        yield graph
    finally:
        client.graph.drop(graph)


def components(database: Database, nodes: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """Weakly connected components (GDS WCC) of a graph from memory: one number a node.

    A component is named by its first node, so that the same graph gives the same numbers.

    Raises:
        DatabaseError: GDS is not installed.
    """
    with constructed(database, np.zeros((nodes, 1), np.float32), edges) as graph:
        rows = _client(database).wcc.stream(graph)
    found = dict(zip(rows["nodeId"].tolist(), rows["componentId"].tolist(), strict=True))
    first: dict[int, int] = {}
    return [first.setdefault(found[node], node) for node in range(nodes)]


def node_embeddings(
    database: Database, graph: "Graph", algorithm: Literal["fastrp", "hashgnn"]
) -> NDArray[np.float64]:
    """Embed the nodes of a projection by ``features`` and neighbours, one row a node, seeded."""
    client = _client(database)
    if algorithm == "fastrp":
        rows = client.fast_rp.stream(
            graph,
            embedding_dimension=DIMENSION,
            iteration_weights=[0.0, 1.0, 1.0],
            node_self_influence=1.0,
            property_ratio=1.0,
            feature_properties=["features"],
            random_seed=SEED,
            concurrency=1,
            log_progress=False,
        )
    else:
        rows = client.hash_gnn.stream(
            graph,
            iterations=2,
            embedding_density=DIMENSION,
            binarize_features={"dimension": 2 * DIMENSION, "threshold": 0.0},
            feature_properties=["features"],
            random_seed=SEED,
            concurrency=1,
            log_progress=False,
        )
    matrix: NDArray[np.float64] = np.array(rows.sort_values("nodeId")["embedding"].tolist(), float)
    return matrix


def _client(database: Database) -> "GraphDataScience":
    from graphdatascience import GraphDataScience

    if database.server.gds is None:
        raise DatabaseError(
            "this needs Graph Data Science, which the server lacks; install its plugin, "
            "or use the managed server (`s3kg server start`)"
        )
    return GraphDataScience(database.driver, database=database.name, show_progress=False)


def _check_memory(database: Database, nodes: str, relationships: str) -> None:
    (row,) = database.run("browse/estimate_projection", nodes=nodes, relationships=relationships)
    if row["needed"] > row["free"]:
        raise DatabaseError(
            f"projecting {relationships} needs {row['needed'] >> 20} MB and the server's heap has "
            f"{row['free'] >> 20} MB free; start it with a larger heap (S3KG_SERVER_HEAP)"
        )
