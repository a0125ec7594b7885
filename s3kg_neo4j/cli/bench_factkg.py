"""``s3kg bench factkg``: verdicts on sentences that people labelled."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows


@bench_app.command(
    epilog="Example: s3kg bench factkg factkg_val.jsonl dbpedia.tsv --extractor spacy"
)
def factkg(
    sample: Annotated[Path, typer.Argument(help="FactKG sentences with triplets and evidence.")],
    graph: Annotated[Path, typer.Argument(help="What they are checked against.")],
    loader: Annotated[
        str, typer.Option(help="How the graph is read; a loader of references.")
    ] = "factkg",
    extractor: Annotated[
        str | None, typer.Option(help="spacy, svo or a Python file: from the texts as well.")
    ] = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Check FactKG's sentences against a graph: accuracy by the reasoning that they need.

    True ones should be SUPPORTED, false ones anything else. One with several claims is SUPPORTED
    where all are. Sentences whose evidence the graph lacks are counted apart.
    """
    from loaders.references import load_reference  # noqa: PLC0415
    from s3kg_neo4j.bench import factkg as measured  # noqa: PLC0415
    from s3kg_neo4j.extract import load_extractor  # noqa: PLC0415

    reference = load_reference(graph, loader)
    with open_database() as database:
        found = measured.factkg(
            sample, reference, database, load_extractor(extractor) if extractor else None
        )
    rows = [
        {
            "claims from": one.source,
            "reasoning": one.reasoning,
            "sentences": one.sentences,
            "true": one.true,
            "true SUPPORTED": one.true_supported,
            "false SUPPORTED": one.false_supported,
            "accuracy": one.accuracy,
        }
        for one in found
    ]
    print_rows(rows, format, "FactKG")
