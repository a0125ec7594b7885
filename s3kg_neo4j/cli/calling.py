"""What the commands that call a model share: options, the caller, plans and totals."""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli.output import Format, note, print_rows
from s3kg_neo4j.llm import Call, Caller, Plan, Prices, ReplyStore
from s3kg_neo4j.settings import load_settings

BudgetOption = Annotated[
    float | None,
    typer.Option(help="Spend no more than this; needs --price.", min=0),
]
PriceOption = Annotated[
    list[str] | None,
    typer.Option(help="MODEL=SENT,RECEIVED: money a million tokens; repeatable."),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Show calls, tokens and cost; send nothing.")
]
SeedOption = Annotated[int | None, typer.Option(help="Seed, for endpoints that take one.")]
MaxTokensOption = Annotated[
    int | None,
    typer.Option(help="Longest reply, in tokens; the endpoint's own where not given.", min=1),
]
LoaderOption = Annotated[str | None, typer.Option(help="Source format; found out where not given.")]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Leave with 2 if anything is bad or failed.")
]


def open_caller(price: list[str] | None = None, budget: float | None = None) -> Caller:
    """A caller with the replies of the cache folder."""
    settings = load_settings()
    store = ReplyStore(settings.cache_dir / "llm")
    return Caller(settings, store, prices=Prices.parse(price or []), budget=budget)


def print_plan(caller: Caller, calls: Iterable[Call], form: Format) -> None:
    """Show what ``calls`` would take."""
    plans = caller.plan(calls)
    rows = [asdict(plan) for plan in plans] or [asdict(Plan("-", 0, 0, 0, 0, None))]
    print_rows(rows, form, "Calls to make (tokens are estimates)")


def note_totals(caller: Caller) -> None:
    """Say on stderr what was asked for and what it cost."""
    for total in caller.totals():
        cost = "" if total["cost"] is None else f", cost {total['cost']:.4f}"
        note(
            f"{total['model']}: {total['replies']} calls, {total['kept']} replies kept from "
            f"before, {total['retried']} tries again, {total['failed']} failed; "
            f"{total['prompt_tokens']} tokens sent, {total['completion_tokens']} received{cost}"
        )


def named(file: Path, out: Path | None, suffix: str) -> Path:
    """Where a command writes: ``out``, or beside the input's name in this folder."""
    return out or Path(f"{file.stem}.{suffix}.jsonl")
