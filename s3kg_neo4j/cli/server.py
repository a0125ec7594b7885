"""``s3kg server``: the managed local Neo4j."""

from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, FormatOption, echo, note, print_rows
from s3kg_neo4j.settings import load_settings

server_app = typer.Typer(help="The managed local Neo4j with GDS.", no_args_is_help=True)
app.add_typer(server_app, name="server")


@server_app.command(epilog="Example: s3kg server install")
def install() -> None:
    """Fetch Neo4j, GDS and Browser into the cache folder."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    found = server.install(load_settings())
    note(f"Neo4j {found.version} is in {found.libraries.parent}")


@server_app.command(epilog="Example: s3kg server start")
def start(
    no_auth: Annotated[
        bool, typer.Option("--no-auth", help="Ask for no password (loopback only).")
    ] = False,
) -> None:
    """Start the server, or find the one that runs, and print its address."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    settings = load_settings()
    connection = server.start(settings, auth=not no_auth)
    echo(connection.uri)
    note(f"Browser: {connection.browser_url('')}")
    if connection.password is not None:
        note(f"user {connection.user}, password in {server.status(settings).home / 'password'}")
    if no_auth == (connection.password is not None):
        note("it was running already and stays as it is; `s3kg server stop` first to change that")


@server_app.command(epilog="Example: s3kg server stop")
def stop() -> None:
    """Stop the server; its data stay."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    note("stopped" if server.stop(load_settings()) else "no server was running")


@server_app.command(epilog="Example: s3kg server status --format json")
def status(format: FormatOption = Format.TABLE) -> None:  # noqa: A002  the option's name
    """Say whether the server runs, and where."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    found = server.status(load_settings())
    row = {
        "running": found.running,
        "version": found.version,
        "pid": found.pid,
        "uri": found.connection.uri if found.connection else None,
        "auth": found.connection.password is not None if found.connection else None,
        "http_port": found.connection.http_port if found.connection else None,
        "folder": str(found.home),
    }
    print_rows([row], format)


@server_app.command(epilog="Example: s3kg server logs --lines 20")
def logs(
    lines: Annotated[int, typer.Option(min=1, help="How many of the last lines.")] = 50,
) -> None:
    """Print the server's last log lines."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    for line in server.log_lines(load_settings(), lines):
        echo(line)
