"""``s3kg wordnet``: WordNet's antonyms for the guards."""

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.settings import load_settings

wordnet_app = typer.Typer(help="WordNet, whose antonyms guards can know.", no_args_is_help=True)
app.add_typer(wordnet_app, name="wordnet")


@wordnet_app.command(epilog="Example: s3kg wordnet install")
def install() -> None:
    """Fetch WordNet 3.1 into the cache folder, as `s3kg server install` does the server."""
    from s3kg_neo4j import wordnet  # noqa: PLC0415  slow to import
    from s3kg_neo4j.fetching import alone_in, fetch  # noqa: PLC0415

    settings = load_settings()
    folder = wordnet.folder(settings)
    with alone_in(folder):
        fetch(settings, [wordnet.JAR], folder, "files of WordNet 3.1")
    note(f"WordNet 3.1 is in {folder}; use it with --wordnet or S3KG_WORDNET")
