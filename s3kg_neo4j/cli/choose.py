"""``s3kg bench choose``: where the constants of ``s3kg+`` come from."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows
from s3kg_neo4j.settings import load_settings


@bench_app.command(epilog="Example: s3kg bench choose mrpc.jsonl sts12.jsonl --format md")
def choose(
    files: Annotated[list[Path], typer.Argument(help="Sets of labelled pairs, two or more.")],
    encoder: options.EncoderOption = None,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    project_list: options.ListedOption = True,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Choose the constants of s3kg+ on a grid, leave each set out, leave each part out."""
    from s3kg_neo4j.bench.similarity.choose import chosen_constants  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.pairs import read_set  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.workbench import Workbench  # noqa: PLC0415

    settings = load_settings()
    known = options.benched(settings, opposites, wordnet, project_list)
    workbench = Workbench(settings, encoder, opposites=known)
    print_rows(list(chosen_constants([read_set(file) for file in files], workbench)), format)
