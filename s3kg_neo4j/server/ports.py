"""Free ports on loopback."""

import socket
from contextlib import ExitStack

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.connection import HOST


def free_ports(*wishes: tuple[int, ...]) -> list[int]:
    """One free port for each wish: the first free one of its list, else one the system picks.

    Raises:
        ServerError: There is none.
    """
    with ExitStack() as held:
        return [_take(wish, held) for wish in wishes]


def is_free(port: int) -> bool:
    """Whether a program could listen on ``port``."""
    with ExitStack() as held:
        return _bind(port, held) is not None


def _take(wish: tuple[int, ...], held: ExitStack) -> int:
    for port in (*wish, 0):
        found = _bind(port, held)
        if found is not None:
            return found
    raise ServerError(f"no free port on {HOST}; close programs that listen there")


def _bind(port: int, held: ExitStack) -> int | None:
    probe = held.enter_context(socket.socket())
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind((HOST, port))
        probe.listen()
    except OSError:
        return None
    return int(probe.getsockname()[1])
