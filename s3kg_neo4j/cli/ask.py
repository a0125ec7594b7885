"""``s3kg ask``: collect answers."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app, calling
from s3kg_neo4j.cli.output import Format, FormatOption

ModelsOption = Annotated[
    list[str], typer.Option("--model", help="Model to ask, as the endpoint calls it; repeatable.")
]
TemperaturesOption = Annotated[
    list[float] | None,
    typer.Option("--temperature", help="Repeatable.  [default: 0, 0.3, 0.7, 1]", min=0),
]
RepeatsOption = Annotated[int, typer.Option(help="Answers at each temperature.", min=1)]


@app.command(epilog="Example: s3kg ask questions.jsonl --model llama3 --out answers.jsonl")
def ask(
    file: Annotated[Path, typer.Argument(help="Questions, with contexts as text.")],
    model: ModelsOption,
    temperature: TemperaturesOption = None,
    repeats: RepeatsOption = 1,
    seed: calling.SeedOption = None,
    max_tokens: calling.MaxTokensOption = None,
    out: Annotated[
        Path | None, typer.Option(help="File to write; NAME.answers.jsonl where not given.")
    ] = None,
    loader: calling.LoaderOption = None,
    dry_run: calling.DryRunOption = False,
    budget: calling.BudgetOption = None,
    price: calling.PriceOption = None,
    strict: calling.StrictOption = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Ask models the questions of FILE; a reply is kept for good and never asked for again."""
    from s3kg_neo4j.ask import TEMPERATURES, AskOptions  # noqa: PLC0415
    from s3kg_neo4j.cli.asking import ask_file, plan_file  # noqa: PLC0415  slow to import
    from s3kg_neo4j.llm import load_prompt  # noqa: PLC0415

    options = AskOptions(
        tuple(model),
        load_prompt("answer"),
        tuple(temperature) if temperature else TEMPERATURES,
        repeats,
        seed,
        max_tokens,
    )
    with calling.open_caller(price, budget) as caller:
        if dry_run:
            plan_file(file, loader, options, caller, format)
            return
        code = ask_file(file, loader, options, caller, calling.named(file, out, "answers"))
    raise typer.Exit(2 if strict and code else 0)
