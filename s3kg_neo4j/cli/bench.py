"""``s3kg bench``: measurements of the program itself."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app, options
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.measure import Direction, Measure, Preset
from s3kg_neo4j.settings import load_settings

bench_app = typer.Typer(help="Measure the program itself.", no_args_is_help=True)
app.add_typer(bench_app, name="bench")

TOLERANCE = 1e-6


@bench_app.command(epilog="Example: s3kg bench engines data/*.jsonl --preset paper")
def engines(
    files: Annotated[list[Path], typer.Argument(help="Files of questions or text pairs.")],
    preset: Annotated[
        list[Preset] | None, typer.Option(help="Presets to compare in; repeatable, or all.")
    ] = None,
    direction: options.DirectionOption = Direction.ANSWER_FIRST,
    aligner: Annotated[
        list[str] | None, typer.Option(help="index, cypher, matrix; repeatable, or all.")
    ] = None,
    encoder: options.EncoderOption = None,
    limit: Annotated[int, typer.Option(help="Questions of each file at most; 0 for all.")] = 0,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Compare the database engine with the memory engine; leave with 1 where they differ."""
    import loaders  # noqa: PLC0415
    from s3kg_neo4j.bench.engines import compare_engines  # noqa: PLC0415  slow to import
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.neo4j_engine import ALIGNERS  # noqa: PLC0415
    from s3kg_neo4j.pipeline import Tally, read_questions  # noqa: PLC0415

    rows = []
    embedder = load_embedder(load_settings(), encoder)
    with open_database() as database:
        known = [a for a in ALIGNERS if a != "index" or database.server.search]
        for file in files:
            for one in preset or list(Preset):
                questions = read_questions(
                    loaders.load(file), Tally(), lambda bad: note(f"skipped: {bad}")
                )
                found = compare_engines(
                    islice(questions, limit or None),
                    database,
                    embedder,
                    Measure(preset=one, direction=direction),
                    aligner or known,
                )
                rows += [
                    {
                        "file": file.stem,
                        "preset": one,
                        "aligner": name,
                        "answers": a.answers,
                        "comparisons": a.comparisons,
                        "greatest difference": f"{a.greatest:.1e}",
                        "undefined in one": a.undefined,
                        "triplets labelled": a.triplets,
                        "answers labelled otherwise": a.labels,
                        "agree": a.greatest <= TOLERANCE and not a.undefined and not a.labels,
                    }
                    for name, a in found.items()
                ]
                for name, a in found.items():
                    note(
                        f"{file.stem}, {one}, {name}: {a.comparisons} comparisons, greatest "
                        f"difference {a.greatest:.1e}, {a.labels} answers labelled otherwise"
                    )
    print_rows(rows, format, f"Neo4j {database.server.version} against memory")
    raise typer.Exit(0 if all(row["agree"] for row in rows) else 1)


@bench_app.command(epilog="Example: s3kg bench published runs/pubmedqa means.csv --name PubMedQA")
def published(
    run: Annotated[Path, typer.Argument(help="Run folder.")],
    table: Annotated[
        Path, typer.Argument(help="CSV of dataset,model,temperature,gold_sim,ctx_sim,cus.")
    ],
    name: Annotated[str, typer.Option(help="The data set's name in the table.")],
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Print a run's means beside published ones."""
    from s3kg_neo4j.bench.published import beside_published, read_published  # noqa: PLC0415
    from s3kg_neo4j.report.summary import summarise  # noqa: PLC0415
    from s3kg_neo4j.runs import SCORES, read_rows  # noqa: PLC0415

    summary = summarise(list(read_rows(run, SCORES)))
    rows = beside_published(summary, read_published(table), name)
    print_rows(rows, format, f"{name}: ours and published")


@bench_app.command(epilog="Example: s3kg bench speed data/pubmedqa.jsonl --format md")
def speed(
    file: Annotated[Path, typer.Argument(help="File of questions.")],
    aligner: Annotated[
        list[str] | None, typer.Option(help="index, cypher, matrix; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option(help="Questions at most; 0 for all.")] = 0,
    grow: Annotated[
        list[int] | None, typer.Option(help="Generated answers to score; repeatable.")
    ] = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Time the whole against bare encoding, stage by stage, cold and warm, in one run."""
    import tempfile  # noqa: PLC0415

    import loaders  # noqa: PLC0415
    from s3kg_neo4j.bench import speed as measured  # noqa: PLC0415  slow to import
    from s3kg_neo4j.pipeline import Tally, read_questions  # noqa: PLC0415

    settings = load_settings()
    records = read_questions(loaders.load(file), Tally(), lambda bad: note(f"skipped: {bad}"))
    questions = list(islice(records, limit or None))
    answers = sum(len(question.answers) for question in questions)
    bare, strings = measured.bare_encoding(questions, settings)
    note(f"{answers} answers, {strings} distinct strings, {measured.threads(settings)}")
    found = [bare]
    with open_database() as database:
        for name in aligner or ["matrix", "index"]:
            found += measured.passes(questions, database, settings, name)
    stages = dict.fromkeys(stage for one in found for stage in one.stages)
    rows = [
        {
            "pass": one.what,
            "seconds": round(one.seconds, 1),
            "to bare encoding": round(one.seconds / bare.seconds, 2),
            "answers/s": round(answers / one.seconds, 1),
            **{stage: one.stages.get(stage) for stage in stages},
        }
        for one in found
    ]
    print_rows(rows, format, f"{file.stem}: {answers} answers")
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for count in grow or []:
            seconds, memory = measured.growth(count, Path(folder), settings.encoder)
            rows.append(
                {
                    "answers": count,
                    "seconds": round(seconds, 1),
                    "answers/s": round(count / seconds, 1),
                    "client MB": round(memory),
                }
            )
    if rows:
        print_rows(rows, format, "Generated answers, matrix aligner")
