"""``s3kg bench errors``: error classes against those that people gave."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.settings import load_settings


@bench_app.command(epilog="Example: s3kg bench errors sample.jsonl sample_labels.jsonl")
def errors(
    file: Annotated[Path, typer.Argument(help="File of questions with answers.")],
    labels: Annotated[Path, typer.Argument(help="Labels of the answers' triplets.")],
    encoder: options.EncoderOption = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Measure both TAU modes and KEA's contradiction finder against labelled triplets."""
    import loaders  # noqa: PLC0415
    from s3kg_neo4j.bench.errors.gold import against_labels  # noqa: PLC0415  slow to import
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.pipeline import Tally, read_questions  # noqa: PLC0415

    questions = read_questions(loaders.load(file), Tally(), lambda bad: note(f"skipped: {bad}"))
    embedder = load_embedder(load_settings(), encoder)
    print_rows(against_labels(list(questions), labels, embedder), format, f"{file} and {labels}")
