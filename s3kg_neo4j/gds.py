"""The only client of Graph Data Science: projections live no longer than their use."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import DatabaseError


@contextmanager
def projection(database: Database, nodes: str, relationships: str) -> Iterator[str]:
    """Project nodes of one label and their relationships of one type, undirected.

    The projection has a name of its own, so that two runs cannot meet, and is dropped at the
    end; memory is estimated first.

    Yields:
        Name of the projected graph.

    Raises:
        DatabaseError: GDS is not installed, or the server has not enough memory.
    """
    from graphdatascience import GraphDataScience  # noqa: PLC0415  slow to import

    if database.server.gds is None:
        raise DatabaseError(
            "this needs Graph Data Science, which the server lacks; install its plugin, "
            "or use the managed server (`s3kg server start`)"
        )
    name = f"s3kg-{uuid.uuid4().hex}"
    size = {"nodes": nodes, "relationships": {relationships: {"orientation": "UNDIRECTED"}}}
    needed = database.ask(
        "CALL gds.graph.project.estimate($nodes, $relationships) YIELD bytesMin RETURN bytesMin",
        **size,
    )[0]["bytesMin"]
    free = database.ask("CALL gds.debug.sysInfo() YIELD key, value WHERE key = 'freeHeap' "
                        "RETURN value")
    if free and str(free[0]["value"]).isdigit() and int(free[0]["value"]) < needed:
        raise DatabaseError(
            f"projecting {relationships} needs {needed} bytes, the server's heap has "
            f"{free[0]['value']} free; give it a larger heap"
        )
    client = GraphDataScience(database.driver, database=database.name, show_progress=False)
    graph = client.graph.project.native(
        name, nodes, {relationships: {"orientation": "UNDIRECTED"}}
    )
    try:
        yield name
    finally:
        client.graph.drop(name)
        del graph
