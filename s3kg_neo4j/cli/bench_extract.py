"""``s3kg bench extract``: extractors against gold triplets."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows
from s3kg_neo4j.settings import load_settings


@bench_app.command(epilog="Example: s3kg bench extract webnlg_texts.txt --extractor spacy")
def extract(
    files: Annotated[list[Path], typer.Argument(help="Files of texts with their triplets.")],
    extractor: Annotated[
        list[str] | None,
        typer.Option(help="spacy, svo or a Python file; repeatable, or both.  [default: both]"),
    ] = None,
    encoder: options.EncoderOption = None,
    limit: Annotated[int, typer.Option(help="Texts of each file at most; 0 for all.")] = 0,
    skip: Annotated[int, typer.Option(help="Texts of each file to leave out first.")] = 0,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Measure extractors on texts whose triplets are known."""
    import loaders  # noqa: PLC0415
    from s3kg_neo4j.bench.extraction import (  # noqa: PLC0415  slow to import
        labelled_sources,
        measure_extractor,
    )
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.errors import InputError  # noqa: PLC0415
    from s3kg_neo4j.extract import EXTRACTORS, load_extractor  # noqa: PLC0415

    embedder = load_embedder(load_settings(), encoder)
    rows = []
    for file in files:
        end = skip + limit if limit else None
        sources = list(islice(labelled_sources(loaders.load(file)), skip, end))
        if not sources:
            raise InputError(f"{file}: no text with triplets there; see docs/extraction.md")
        for name in extractor or list(EXTRACTORS):
            made = measure_extractor(load_extractor(name), sources, embedder)
            rows += [
                {
                    "file": file.stem,
                    "extractor": name,
                    "texts": made.texts,
                    "gold": made.gold,
                    "found": made.found,
                    "way": agreement.way,
                    "precision": round(agreement.precision, 4),
                    "recall": round(agreement.recall, 4),
                    "f1": round(agreement.f1, 4),
                    "triplets_per_second": round(made.found / max(made.seconds, 1e-9)),
                }
                for agreement in made.agreements
            ]
    print_rows(rows, format)
