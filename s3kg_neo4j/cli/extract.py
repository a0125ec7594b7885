"""``s3kg extract``: texts to triplets."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app, calling
from s3kg_neo4j.cli.output import Format, FormatOption

ExtractorOption = Annotated[
    str,
    typer.Option(
        help="llm, spacy (offline and rough), svo (a plain baseline), or a Python file of your own."
    ),
]
ExtractionModelOption = Annotated[
    str | None, typer.Option("--extraction-model", help="Model of the llm extractor.")
]


AnewOption = Annotated[
    bool, typer.Option("--anew", help="Replace triplets where there is text to read.")
]
LimitOption = Annotated[int, typer.Option(help="Questions at most; 0 for all.", min=0)]
PassageOption = Annotated[
    int, typer.Option(help="Characters of a source that one call takes.", min=200)
]


@app.command(epilog="Example: s3kg extract answers.jsonl --extractor spacy --out graphs.jsonl")
def extract(
    file: Annotated[Path, typer.Argument(help="Questions and answers as text, or text pairs.")],
    extractor: ExtractorOption = "llm",
    extraction_model: ExtractionModelOption = None,
    seed: calling.SeedOption = None,
    max_tokens: calling.MaxTokensOption = None,
    passage: PassageOption = 6000,
    anew: AnewOption = False,
    limit: LimitOption = 0,
    out: Annotated[
        Path | None, typer.Option(help="File to write; NAME.graphs.jsonl where not given.")
    ] = None,
    loader: calling.LoaderOption = None,
    dry_run: calling.DryRunOption = False,
    budget: calling.BudgetOption = None,
    price: calling.PriceOption = None,
    strict: calling.StrictOption = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Turn the texts of FILE into triplets; what has triplets already is left alone."""
    from s3kg_neo4j.cli import extracting  # noqa: PLC0415  slow to import

    source = extracting.Texts(file, loader, limit, anew)
    target = calling.named(file, out, "graphs")
    if extractor != "llm":
        code = extracting.extract_offline(source, extractor, target)
        raise typer.Exit(2 if strict and code else 0)
    options = extracting.llm_options(extraction_model, seed, max_tokens, passage)
    with calling.open_caller(price, budget) as caller:
        if dry_run:
            extracting.plan_file(source, options, caller, format)
            return
        code = extracting.extract_by_model(source, options, caller, target)
    raise typer.Exit(2 if strict and code else 0)
