"""``s3kg reference``: trusted graphs that claims are checked against."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows

reference_app = typer.Typer(
    help="Trusted graphs that claims are checked against.", no_args_is_help=True
)
app.add_typer(reference_app, name="reference")

ReferenceLoaderOption = Annotated[
    str | None,
    typer.Option(
        help="factbench, factkg, graphjudge (tables), jsonl, multihal or rdf (.nt, .ttl); found "
        "out where not given."
    ),
]


@reference_app.command(epilog="Example: s3kg reference load import --name ai")
def load(
    path: Annotated[Path, typer.Argument(help="File or folder (docs/gate.md).")],
    name: Annotated[
        str | None, typer.Option(help="Its name; the file's stem if not given.")
    ] = None,
    loader: ReferenceLoaderOption = None,
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Encode its names, for suggestions by meaning.")
    ] = False,
) -> None:
    """Store a reference; one of the same name is replaced."""
    from loaders.references import load_reference  # noqa: PLC0415
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.gate import references  # noqa: PLC0415
    from s3kg_neo4j.gate.suggestions import index_names  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    own = name or path.stem
    references.validate_reference(load_reference(path, loader))
    with open_database() as database:
        counts = references.load_reference(database, own, load_reference(path, loader))
        if vectors:
            settings = load_settings()
            index_names(database, own, load_embedder(settings), settings.encoder)
    note(f"{own}: " + ", ".join(f"{count} {what}" for what, count in counts.items()))


@reference_app.command(name="list", epilog="Example: s3kg reference list")
def list_all(
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """List the references that are stored."""
    from s3kg_neo4j.gate import references  # noqa: PLC0415

    with open_database() as database:
        print_rows(references.list_references(database), format)


@reference_app.command(epilog="Example: s3kg reference show ai OpenAI")
def show(
    name: Annotated[str, typer.Argument(help="Name of the reference.")],
    entity: Annotated[str, typer.Argument(help="A name or alias of an entity.")],
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Show what a reference says of an entity."""
    from s3kg_neo4j.gate import references  # noqa: PLC0415

    with open_database() as database:
        print_rows(references.show_entity(database, name, entity), format)


@reference_app.command(epilog="Example: s3kg reference check ai")
def check(
    name: Annotated[str, typer.Argument(help="Name of the reference.")],
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Show where a reference disagrees with itself; leave with 1 if it does anywhere."""
    from s3kg_neo4j.gate import references  # noqa: PLC0415

    with open_database() as database:
        rows = references.check_reference(database, name)
    print_rows(rows, format)
    raise typer.Exit(1 if rows else 0)


@reference_app.command(epilog="Example: s3kg reference delete ai")
def delete(name: Annotated[str, typer.Argument(help="Name of the reference.")]) -> None:
    """Remove a reference."""
    from s3kg_neo4j.gate import references  # noqa: PLC0415

    with open_database() as database:
        references.require_reference(database, name)
        references.delete_reference(database, name)
