"""``s3kg datasets``: what is stored, and how to be rid of it."""

from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.errors import InputError

datasets_app = typer.Typer(help="List or delete stored data sets.", no_args_is_help=True)
app.add_typer(datasets_app, name="datasets")


@datasets_app.command("list", epilog="Example: s3kg datasets list --format json")
def list_datasets(format: FormatOption = Format.TABLE) -> None:  # noqa: A002
    """List the data sets in the database."""
    with open_database() as database:
        print_rows(database.run("browse/list_datasets"), format)


@datasets_app.command(epilog="Example: s3kg datasets delete answers")
def delete(name: Annotated[str, typer.Argument(help="Data set.")]) -> None:
    """Delete a data set with its graphs, comparisons and runs; nothing else is touched."""
    from s3kg_neo4j.store import delete_dataset  # noqa: PLC0415

    with open_database() as database:
        known = {row["dataset"] for row in database.run("browse/list_datasets")}
        if name not in known:
            raise InputError(f"no data set {name!r} in the database; `s3kg datasets list`")
        note(f"{name}: {delete_dataset(database, name)} graphs deleted")
