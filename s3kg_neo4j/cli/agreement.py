"""``s3kg agreement``: two files of labelled triplets side by side."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows


@app.command(epilog="Example: s3kg agreement ann.jsonl ben.jsonl")
def agreement(
    first: Annotated[Path, typer.Argument(metavar="A", help="File of labels, or run folder.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="File of labels, or run folder.")],
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Compare error classes that two people, or a person and a run, gave to triplets.

    A line of a file: {"id", "model", "labels": [{"triplet": [h, r, t], "label"}], "missing": []}.
    """
    from s3kg_neo4j.report.agreement import agreement as compared  # noqa: PLC0415
    from s3kg_neo4j.report.agreement import read_labels  # noqa: PLC0415

    one, two = (read_labels(path) for path in (first, second))
    for line in one.bad + two.bad:
        note(f"skipped: {line}")
    print_rows(compared(one.beside(two), two.beside(one)), format, f"{first} and {second}")
