"""``s3kg audit``: ready-made questions to the whole database."""

from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows
from s3kg_neo4j.errors import UsageError


@app.command(epilog="Example: s3kg audit worst_questions --set dataset=answers --set limit=5")
def audit(
    name: Annotated[
        str | None, typer.Argument(help="Audit to run; all are listed where none is given.")
    ] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="A parameter as name=value; repeatable.")
    ] = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """List the audit queries, or run one."""
    from s3kg_neo4j.audit import audits, run_audit  # noqa: PLC0415

    if name is None:
        rows = [
            {
                "audit": short,
                "answers": query.summary,
                "parameters": ", ".join(
                    f"{p.name}={p.default or 'null'}" for p in query.parameters if p.name != "graph"
                ),
            }
            for short, query in audits().items()
        ]
        print_rows(rows, format)
        return
    given: dict[str, str] = {}
    for item in set_ or []:
        key, separator, value = item.partition("=")
        if not separator:
            raise UsageError(f"--set: expected name=value, got {item!r}")
        given[key] = value
    with open_database() as database:
        print_rows(run_audit(database, name, given), format)
