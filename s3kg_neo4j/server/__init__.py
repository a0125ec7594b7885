"""The managed local Neo4j: installed, started and stopped without root, Docker or Java."""

from s3kg_neo4j.server.connection import Connection
from s3kg_neo4j.server.install import Installation, install
from s3kg_neo4j.server.process import ServerStatus, log_lines, start, status, stop

__all__ = [
    "Connection",
    "Installation",
    "ServerStatus",
    "install",
    "log_lines",
    "start",
    "status",
    "stop",
]
