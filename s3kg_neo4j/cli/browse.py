"""``s3kg browse``: the address that shows an answer's graphs in Neo4j Browser."""

from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import managed_server, open_database
from s3kg_neo4j.cli.options import DatasetOption
from s3kg_neo4j.cli.output import echo, note
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.settings import load_settings


@app.command(epilog="Example: s3kg browse q7 --dataset answers --model m1")
def browse(
    qid: Annotated[str, typer.Argument(help="Id of the question.")],
    dataset: DatasetOption = None,
    model: Annotated[str | None, typer.Option(help="Only this model's answers.")] = None,
) -> None:
    """Print an address for each answer to the question: open it and press the run button."""
    from s3kg_neo4j.audit import find_dataset  # noqa: PLC0415

    with open_database() as database:
        name = find_dataset(database, qid, dataset)
        rows = database.run("browse/list_answers", dataset=name, qid=qid)
    rows = [row for row in rows if model in (None, row["model"])]
    if not rows:
        raise InputError(f"question {qid!r} of {name!r} has no such answer; `s3kg diff {qid}`")
    for row in rows:
        note(row["gid"])
        echo(address(row["gid"]))
    password_note()


def address(gid: str) -> str:
    """Browser address of an answer, or the query to paste where the server is not ours."""
    from s3kg_neo4j.report.browser import show_answer  # noqa: PLC0415

    query = show_answer(gid)
    if load_settings().neo4j_uri is not None:
        return query
    return managed_server().browser_url(query)


def password_note() -> None:
    """Say where the managed server's password lies, which Browser asks for."""
    from s3kg_neo4j import server  # noqa: PLC0415  slow to import

    settings = load_settings()
    if settings.neo4j_uri is None and managed_server().password is not None:
        note(f"Browser asks for the password, which is in {server.status(settings).home}/password")
