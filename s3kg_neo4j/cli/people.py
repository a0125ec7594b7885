"""``s3kg bench people``: do scores agree with what people say."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.cli.similarity import MethodOption
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.settings import load_settings


@bench_app.command(epilog="Example: s3kg bench people data --study kea --study ranked")
def people(
    folder: Annotated[Path, typer.Argument(help="Folder of the public data sets.")],
    study: Annotated[
        list[str] | None,
        typer.Option(
            help="kea, ranked, refchecker, bump, factcheck-gpt, medhallu; repeatable, or all."
        ),
    ] = None,
    method: MethodOption = None,
    extractor: Annotated[
        str | None, typer.Option(help="spacy, svo or a Python file, for sets of plain texts.")
    ] = None,
    encoder: options.EncoderOption = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Compare scores with human judgements: ranks, shares of right above wrong, AUROC."""
    from s3kg_neo4j.bench.extractor import text_extractor  # noqa: PLC0415
    from s3kg_neo4j.bench.people import STUDIES  # noqa: PLC0415
    from s3kg_neo4j.bench.people.study import Setup  # noqa: PLC0415  slow to import
    from s3kg_neo4j.bench.similarity.methods import find_methods, known_methods  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.workbench import Workbench  # noqa: PLC0415

    # Studies are of graphs; with no texts, what takes both is the graphs' score again.
    ours = [one.name for one in known_methods().values() if one.ours and one.kind == "graphs"]
    methods = find_methods(method or [*ours, "coverage", "triplet-jaccard"])
    workbench = Workbench(load_settings(), encoder, open_database)
    reader = text_extractor(extractor) if extractor else None
    rows = []
    try:
        for name in study or list(STUDIES):
            module = STUDIES[name]
            try:
                setup = Setup(folder / module.FOLDER, methods, workbench, reader)
                rows += [finding.as_row() for finding in module.run(setup)]
            except PrerequisiteError as error:
                if study:
                    raise
                note(f"{name} skipped: {error}")
    finally:
        workbench.close()
    print_rows(rows, format)
