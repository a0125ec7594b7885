"""Which database a command works in: the one that is named, else the managed local one."""

from typing import TYPE_CHECKING

from s3kg_neo4j.cli.output import note
from s3kg_neo4j.settings import load_settings

if TYPE_CHECKING:
    from s3kg_neo4j.database import Database
    from s3kg_neo4j.server import Connection


def open_database() -> "Database":
    """Connect by ``S3KG_NEO4J_*``; without them start the managed server and say so.

    Raises:
        DatabaseError: Nothing answers there.
        ServerError: The managed server cannot be started.
    """
    from s3kg_neo4j.database import connect  # noqa: PLC0415  slow to import

    settings = load_settings()
    if settings.neo4j_uri is not None:
        secret = settings.neo4j_password
        return connect(
            settings.neo4j_uri,
            settings.neo4j_user,
            secret.get_secret_value() if secret else None,
            settings.neo4j_database,
        )
    local = managed_server()
    return connect(local.uri, local.user, local.password)


def managed_server() -> "Connection":
    """The managed local server, started where it is not running."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    settings = load_settings()
    if not server.status(settings).running:
        note("starting the managed local Neo4j (stop it with `s3kg server stop`)")
    return server.start(settings)
