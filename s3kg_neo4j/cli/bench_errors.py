"""``s3kg bench errors``: error classes against those that people gave."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.settings import load_settings


@bench_app.command(epilog="Example: s3kg bench errors sample.jsonl sample_labels.jsonl")
def errors(
    file: Annotated[Path, typer.Argument(help="Questions with answers, or the folder of BUMP.")],
    labels: Annotated[
        Path | None, typer.Argument(help="Labels of the answers' triplets; none for BUMP.")
    ] = None,
    extractor: Annotated[
        str | None, typer.Option(help="spacy, svo or a Python file, for BUMP's summaries.")
    ] = None,
    encoder: options.EncoderOption = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Measure both TAU modes and KEA's contradiction finder against people's error classes."""
    import loaders  # noqa: PLC0415
    from s3kg_neo4j.bench.errors import gold  # noqa: PLC0415  slow to import
    from s3kg_neo4j.bench.extractor import required, text_extractor  # noqa: PLC0415
    from s3kg_neo4j.bench.people.bump import read_pairs  # noqa: PLC0415
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.pipeline import Tally, read_questions  # noqa: PLC0415

    embedder = load_embedder(load_settings(), encoder)
    if file.is_dir():
        reader = required(text_extractor(extractor) if extractor else None, "BUMP")
        summaries = gold.edited_summaries(read_pairs(file), reader, embedder)
        print_rows(list(gold.bump_triplets(summaries)), format, f"BUMP, {reader.name}: triplets")
        print_rows(list(gold.bump_classes(summaries)), format, f"BUMP, {reader.name}: summaries")
        return
    if labels is None:
        raise UsageError(f"labels: expected the file of labels of {file}; name it")
    questions = read_questions(loaders.load(file), Tally(), lambda bad: note(f"skipped: {bad}"))
    rows = gold.against_labels(list(questions), labels, embedder)
    print_rows(rows, format, f"{file} and {labels}")
