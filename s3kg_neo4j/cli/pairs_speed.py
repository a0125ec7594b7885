"""``s3kg bench pairs-speed``: pairs per second of every method, side by side."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.cli.similarity import MethodOption
from s3kg_neo4j.settings import load_settings


@bench_app.command(
    name="pairs-speed", epilog="Example: s3kg bench pairs-speed data/mrpc.jsonl --threads 1"
)
def pairs_speed(
    files: Annotated[
        list[Path], typer.Argument(help="Files of id, text_1, text_2, kg_1, kg_2, label.")
    ],
    method: MethodOption = None,
    encoder: options.EncoderOption = None,
    threads: Annotated[int, typer.Option(min=1, help="Of numpy, BLAS and torch.")] = 1,
    cold: Annotated[
        int, typer.Option(min=0, help="Pairs of the first file whose every comparison is encoded.")
    ] = 0,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Time the memory engine beside a script with the same vectors, and every method."""
    from s3kg_neo4j.bench.similarity import speed  # noqa: PLC0415  slow to import
    from s3kg_neo4j.bench.similarity.methods import find_methods  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.pairs import read_set  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.workbench import Workbench  # noqa: PLC0415

    methods = find_methods(method or ())
    sets = [read_set(file) for file in files]
    settings = load_settings().model_copy(update={"threads": threads})
    workbench = Workbench(settings, encoder, open_database)
    try:
        with speed.pinned(threads) as said:
            note(said)
            found = speed.warm(sets, workbench)
            print_rows(speed.rows(found, speed.SCRIPT), format, f"Warm: vectors at hand; {said}")
            others = list(speed.every_method(methods, sets, workbench, note))
            print_rows(
                speed.rows(others, "rouge-1"), format, f"As the benchmark calls them; {said}"
            )
            if cold:
                bare = speed.cold(sets[0], workbench, cold)
                print_rows(speed.rows(bare, bare[1].what), format, f"Cold: {sets[0].name}; {said}")
    finally:
        workbench.close()
