"""``s3kg score``: load, embed, align, refine, score and label a file of answers."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from s3kg_neo4j.cli import app, options
from s3kg_neo4j.cli.output import Format, FormatOption
from s3kg_neo4j.measure import Direction, Preset


@app.command(
    epilog="Example: s3kg score answers.jsonl --aligner matrix --format json > summary.json"
)
def score(
    file: Annotated[Path, typer.Argument(help="Questions with triplets (docs/loaders.md).")],
    loader: Annotated[
        str | None, typer.Option(help="Source format; found out where not given.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option(help="Name in the database; the file's stem where not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Run folder; runs/<dataset> where not given.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an interrupted run.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with 2 if any record is bad.")
    ] = False,
    engine: Annotated[
        Literal["neo4j", "memory"], typer.Option(help="In the database, or without one.")
    ] = "neo4j",
    aligner: Annotated[
        Literal["index", "cypher", "matrix"] | None,
        typer.Option(help="Cosines from index look-ups, exact Cypher or one matrix product."),
    ] = None,
    preset: options.PresetOption = Preset.PAPER,
    alpha: options.AlphaOption = None,
    tau: options.TauOption = 0.65,
    k: options.KOption = 5,
    one_to_one: options.OneToOneOption = False,
    no_lemmas: options.NoLemmasOption = False,
    no_filter: options.NoFilterOption = False,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    direction: options.DirectionOption = Direction.ANSWER_FIRST,
    tau_mode: Annotated[
        Literal["guarded", "sentence"], typer.Option(help="Order of the error classes' rules.")
    ] = "guarded",
    theta: Annotated[float, typer.Option(help="Least sentence cosine of aligned triplets.")] = 0.8,
    assignment: Annotated[
        Literal["greedy", "hungarian"], typer.Option(help="How aligned triplets are paired.")
    ] = "greedy",
    symmetric: Annotated[
        list[str] | None, typer.Option(help="A relation whose ends may be exchanged; repeatable.")
    ] = None,
    encoder: options.EncoderOption = None,
    precision: options.PrecisionOption = "float32",
    keep_colours: Annotated[
        bool, typer.Option("--keep-colours", help="Leave the refinement's colours in Neo4j.")
    ] = False,
    jitter: Annotated[
        int,
        typer.Option(help="Times to score again from shaken graphs, for an interval.", min=0),
    ] = 0,
    jitter_seed: Annotated[int, typer.Option(help="Seed of the shaking.")] = 0,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Score FILE: GoldSim, CtxSim and CUS of each answer, and what is wrong with it."""
    from s3kg_neo4j.cli.scoring import Request, score_file  # noqa: PLC0415  slow to import
    from s3kg_neo4j.jitter import Jitter  # noqa: PLC0415
    from s3kg_neo4j.text import Normaliser  # noqa: PLC0415

    measure = options.with_rules(
        options.measure_from(
            preset, alpha, tau, k, one_to_one, no_lemmas, no_filter, direction, opposites, wordnet
        ),
        mode=tau_mode,
        theta=theta,
        assignment=assignment,
        symmetric=symmetric or [],
        normalise=Normaliser(lemmas=not no_lemmas),
    )
    name = options.dataset_name(file, dataset)
    code = score_file(
        Request(
            file=file,
            loader=loader,
            dataset=name,
            out=out or Path("runs") / name,
            resume=resume,
            strict=strict,
            engine=engine,
            aligner=aligner,
            measure=measure,
            encoder=encoder,
            precision=precision,
            keep_colours=keep_colours,
            jitter=Jitter(jitter, jitter_seed) if jitter else None,
        ),
        format,
    )

    raise typer.Exit(code)
