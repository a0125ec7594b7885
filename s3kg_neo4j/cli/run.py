"""``s3kg run``: ask, extract and score in one go."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from s3kg_neo4j.cli import app, calling, options
from s3kg_neo4j.cli.ask import RepeatsOption, TemperaturesOption
from s3kg_neo4j.cli.extract import (
    AnewOption,
    ExtractionModelOption,
    ExtractorOption,
    LimitOption,
    PassageOption,
)
from s3kg_neo4j.cli.output import Format, FormatOption
from s3kg_neo4j.measure import Direction, Preset


@app.command(epilog="Example: s3kg run answers.jsonl --extractor spacy --aligner matrix")
def run(
    file: Annotated[Path, typer.Argument(help="Questions as text; answers where they are known.")],
    model: Annotated[
        list[str] | None, typer.Option(help="Model to ask; repeatable. None asks nobody.")
    ] = None,
    temperature: TemperaturesOption = None,
    repeats: RepeatsOption = 1,
    extractor: ExtractorOption = "llm",
    extraction_model: ExtractionModelOption = None,
    anew: AnewOption = False,
    limit: LimitOption = 0,
    seed: calling.SeedOption = None,
    max_tokens: calling.MaxTokensOption = None,
    passage: PassageOption = 6000,
    dataset: Annotated[
        str | None, typer.Option(help="Name in the database; the file's stem where not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Run folder; runs/<dataset> where not given.")
    ] = None,
    loader: calling.LoaderOption = None,
    budget: calling.BudgetOption = None,
    price: calling.PriceOption = None,
    strict: calling.StrictOption = False,
    engine: Annotated[
        Literal["neo4j", "memory"], typer.Option(help="In the database, or without one.")
    ] = "neo4j",
    aligner: Annotated[
        Literal["index", "cypher", "matrix"] | None,
        typer.Option(help="Cosines from index look-ups, exact Cypher or one matrix product."),
    ] = None,
    preset: options.PresetOption = Preset.PAPER,
    direction: options.DirectionOption = Direction.ANSWER_FIRST,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    encoder: options.EncoderOption = None,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """From text to scores: ask models, turn all texts into graphs, score them.

    Beside the run folder stand the answers (NAME.answers.jsonl) and graphs (NAME.graphs.jsonl).
    """
    from s3kg_neo4j.cli.running import Steps, run_steps  # noqa: PLC0415  slow to import

    name = options.dataset_name(file, dataset)
    steps = Steps(
        file=file,
        loader=loader,
        name=name,
        out=out or Path("runs") / name,
        models=tuple(model or ()),
        temperatures=tuple(temperature or ()),
        repeats=repeats,
        extractor=extractor,
        extraction_model=extraction_model,
        anew=anew,
        limit=limit,
        seed=seed,
        max_tokens=max_tokens,
        passage=passage,
        price=tuple(price or ()),
        budget=budget,
        strict=strict,
        engine=engine,
        aligner=aligner,
        measure=options.standard(preset, direction, opposites, wordnet),
        encoder=encoder,
    )
    raise typer.Exit(run_steps(steps, format))
