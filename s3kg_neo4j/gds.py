"""The only client of Graph Data Science: projections live no longer than their use."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import DatabaseError


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
    from graphdatascience import GraphDataScience

    if database.server.gds is None:
        raise DatabaseError(
            "this needs Graph Data Science, which the server lacks; install its plugin, "
            "or use the managed server (`s3kg server start`)"
        )
    if not database.run("browse/has_relationships", type=relationships):
        yield None
        return
    _check_memory(database, nodes, relationships)
    name = f"s3kg-{uuid.uuid4().hex}"
    client = GraphDataScience(database.driver, database=database.name, show_progress=False)
    client.graph.project.native(name, nodes, {relationships: {"orientation": "UNDIRECTED"}})
    try:
        yield name
    finally:
        client.graph.drop(name)


def _check_memory(database: Database, nodes: str, relationships: str) -> None:
    (row,) = database.run("browse/estimate_projection", nodes=nodes, relationships=relationships)
    if row["needed"] > row["free"]:
        raise DatabaseError(
            f"projecting {relationships} needs {row['needed'] >> 20} MB and the server's heap has "
            f"{row['free'] >> 20} MB free; start it with a larger heap (S3KG_SERVER_HEAP)"
        )
