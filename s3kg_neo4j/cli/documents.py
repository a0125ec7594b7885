"""``s3kg documents``: the user's own documents, where the gate looks for leads."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows

documents_app = typer.Typer(
    help="Your own documents, in which the gate finds leads.", no_args_is_help=True
)
app.add_typer(documents_app, name="documents")


@documents_app.command(epilog="Example: s3kg documents load notes --name notes")
def load(
    path: Annotated[
        Path, typer.Argument(help="A .txt or .md file, a folder of them, or JSON Lines (id, text).")
    ],
    name: Annotated[
        str | None, typer.Option(help="Their name; the file's stem if not given.")
    ] = None,
) -> None:
    """Store documents as passages; others of the same name are replaced."""
    from loaders.texts import read_texts  # noqa: PLC0415
    from s3kg_neo4j.cli.leading import BY_WORDS  # noqa: PLC0415
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.gate.corpus import load_documents  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    settings = load_settings()
    with open_database() as database:
        corpus = load_documents(
            database,
            path.stem if name is None else name,
            partial(read_texts, path),
            load_embedder(settings),
            settings.encoder,
        )
        if not database.server.search:
            note(BY_WORDS)
    note(f"{corpus.name}: {corpus.documents} documents, {corpus.passages} passages")


@documents_app.command(name="list", epilog="Example: s3kg documents list")
def list_all(
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """List the documents that are stored."""
    from s3kg_neo4j.gate.corpus import list_corpora  # noqa: PLC0415

    with open_database() as database:
        print_rows([asdict(corpus) for corpus in list_corpora(database)], format)


@documents_app.command(epilog="Example: s3kg documents delete notes")
def delete(name: Annotated[str, typer.Argument(help="Their name.")]) -> None:
    """Remove documents."""
    from s3kg_neo4j.gate.corpus import delete_documents  # noqa: PLC0415

    with open_database() as database:
        delete_documents(database, name)
