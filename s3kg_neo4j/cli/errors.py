"""``s3kg errors``: what is wrong with each answer, by error class."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, FormatOption, echo, note, print_rows
from s3kg_neo4j.errors import UsageError


@app.command(epilog="Example: s3kg errors runs/answers --category relation_mismatch")
def errors(
    run: Annotated[
        Path | None, typer.Argument(help="Run folder; the latest in runs/ where not given.")
    ] = None,
    category: Annotated[str | None, typer.Option(help="Only this error class.")] = None,
    question: Annotated[str | None, typer.Option(help="Only this question.")] = None,
    model: Annotated[str | None, typer.Option(help="Only this model.")] = None,
    lowest: Annotated[
        float | None,
        typer.Option(help="Only this share of answers with the lowest GoldSim (paper: .05)."),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Rows at most; 0 for all.")] = 50,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Print the triplets that did not align, with the pair and the reason."""
    from s3kg_neo4j.categories import Category  # noqa: PLC0415
    from s3kg_neo4j.report.errors import lowest_answers, readable  # noqa: PLC0415
    from s3kg_neo4j.runs import ERRORS, SCORES, latest_run, read_rows  # noqa: PLC0415

    classes = [str(c) for c in Category if c is not Category.ALIGNED]
    if category is not None and category not in classes:
        raise UsageError(f"--category: expected one of {', '.join(classes)}, got {category!r}")
    if lowest is not None and not 0 < lowest <= 1:
        raise UsageError(f"--lowest: expected a share above 0 and up to 1, got {lowest:g}")
    folder = run or latest_run(Path("runs"))
    rows = list(read_rows(folder, ERRORS))
    if lowest is not None:
        chosen = lowest_answers(read_rows(folder, SCORES), lowest)
        rows = [r for r in rows if (r["id"], r["model"], r["temperature"], r["repeat"]) in chosen]
    rows = [
        row
        for row in rows
        if category in (None, row["category"])
        and question in (None, row["id"])
        and model in (None, row["model"])
    ]
    rows.sort(key=lambda row: classes.index(row["category"]))
    shown = rows[: limit or None]
    if form_is_data(format):
        print_rows(shown, format)
    elif not shown:
        echo("no unaligned triplets")
    else:
        for name in classes:
            of_class = [readable(row) for row in shown if row["category"] == name]
            total = sum(row["category"] == name for row in rows)
            if of_class:
                print_rows(of_class, format, f"{name} ({total})")
    if len(shown) < len(rows):
        note(f"{len(shown)} of {len(rows)} rows; --limit 0 shows all")


def form_is_data(form: Format) -> bool:
    """Whether rows are for a program rather than for a person."""
    return form in (Format.JSON, Format.JSONL, Format.CSV)
