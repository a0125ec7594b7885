"""``s3kg prune``: clear comparisons that newer ones have replaced."""

from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.options import DatasetOption
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.errors import UsageError


@app.command(epilog="Example: s3kg prune --keep-last --dataset answers")
def prune(
    keep_last: Annotated[
        bool,
        typer.Option(
            "--keep-last", help="Keep the newest of each answer, kind, preset and direction."
        ),
    ] = False,
    dataset: DatasetOption = None,
) -> None:
    """Remove older comparisons with their edges."""
    from s3kg_neo4j.store import prune_comparisons  # noqa: PLC0415

    if not keep_last:
        raise UsageError("prune: say what to keep: --keep-last")
    with open_database() as database:
        note(f"{prune_comparisons(database, dataset)} comparisons removed")
