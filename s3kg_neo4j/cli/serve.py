"""``s3kg serve`` and ``s3kg mcp``: the gate as a service, over HTTP and as a model's tools."""

import ipaddress
import logging
import signal
import socket
import sys
from importlib.util import find_spec
from math import ceil
from typing import Annotated, NoReturn

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.errors import PrerequisiteError, UsageError
from s3kg_neo4j.settings import load_settings


@app.command(epilog="Example: s3kg serve --port 8765 --timeout 30")
def serve(
    host: Annotated[
        str, typer.Option(help="Address; others than loopback need S3KG_SERVICE_TOKEN.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="Port; 0 takes a free one and says which.", min=0, max=65535)
    ] = 8765,
    timeout: Annotated[
        float, typer.Option(help="Seconds until a request is given up.", min=0.001)
    ] = 60.0,
    max_body: Annotated[int, typer.Option(help="Bytes of a body, at most.", min=1)] = 4 << 20,
    max_claims: Annotated[int, typer.Option(help="Claims of a request, at most.", min=1)] = 1000,
    max_triplets: Annotated[
        int, typer.Option(help="Triplets of a question, at most.", min=1)
    ] = 2000,
    threads: Annotated[
        int, typer.Option(help="Requests worked on at a time; more wait.", min=1, max=64)
    ] = 4,
) -> None:
    """Answer gate, score and diff over HTTP, reading only (docs/service.md)."""
    _check_installed("serve")
    import uvicorn  # noqa: PLC0415  an extra, and slow to import

    from s3kg_neo4j.service.app import create_app  # noqa: PLC0415
    from s3kg_neo4j.service.calls import Calls, Limits  # noqa: PLC0415

    settings = load_settings()
    token = settings.service_token.get_secret_value() if settings.service_token else None
    limits = Limits(max_body, max_claims, max_triplets, timeout, threads)
    calls = Calls(open_database, settings, limits)
    listener = _listen(host, port, token)
    try:
        calls.database()
    except PrerequisiteError as error:
        note(f"s3kg: {error}")  # it may come; scores need none
    # What the server has been told to end is told to the program again: it is no failure.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _leave)
    logging.getLogger("s3kg_neo4j.service").setLevel(logging.INFO)
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(calls, limits, token),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=ceil(timeout),
        )
    )
    place, number = listener.getsockname()[:2]
    note(f"listening on http://{f'[{place}]' if ':' in place else place}:{number}")
    server.run([listener])


@app.command("mcp", epilog="Example: s3kg mcp  (a client starts it and speaks over stdio)")
def serve_tools() -> None:
    """Offer gate, score and diff as tools of a language model, by MCP over stdio."""
    _check_installed("mcp")
    from s3kg_neo4j.service.calls import Calls, Limits  # noqa: PLC0415
    from s3kg_neo4j.service.tools import create_tools  # noqa: PLC0415

    calls = Calls(open_database, load_settings(), Limits())
    try:
        create_tools(calls).run("stdio")
    finally:
        calls.close()


def _check_installed(command: str) -> None:
    missing = [name for name in ("fastapi", "mcp", "uvicorn") if find_spec(name) is None]
    if missing:
        raise PrerequisiteError(
            f"s3kg {command}: {', '.join(missing)} not installed; pip install 's3kg-neo4j[serve]'"
        )


def _listen(host: str, port: int, token: str | None) -> socket.socket:
    """A listening socket; only the machine itself may ask without a token."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise UsageError(
            f"--host: {host!r}: {error.strerror}; name an address of this machine"
        ) from None
    family, *_, address = found[0]
    if not token and not ipaddress.ip_address(str(address[0])).is_loopback:
        raise UsageError(
            f"--host: {host!r} can be reached from elsewhere; set S3KG_SERVICE_TOKEN to a secret "
            "that clients send, or listen on 127.0.0.1"
        )
    try:
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        raise PrerequisiteError(
            f"--port: {host}:{port}: {error.strerror}; name another one"
        ) from None


def _leave(*_: object) -> NoReturn:
    sys.exit(0)
