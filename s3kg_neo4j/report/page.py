"""``report.html``: a run on one page that needs nothing else."""

from collections import Counter
from pathlib import Path
from typing import Any

from s3kg_neo4j.report.errors import arrow
from s3kg_neo4j.report.summary import (
    error_table,
    mean_table,
    status_counts,
    status_table,
    summarise,
)
from s3kg_neo4j.runs import ERRORS, RUN, SCORES, read_rows, read_run

NAME = "report.html"
WORST = 20
"""Answers shown with their triplets."""


def write_page(folder: Path) -> Path:
    """Write the page of a finished run.

    Returns:
        Path of the page.

    Raises:
        InputError: The folder holds no run.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("s3kg_neo4j.report"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["number"] = _number
    scores = list(read_rows(folder, SCORES))
    page = environment.get_template("report.html").render(_content(folder, scores))
    path = folder / NAME
    path.write_text(page, encoding="utf-8", errors="backslashreplace")
    return path


def _content(folder: Path, scores: list[dict[str, Any]]) -> dict[str, Any]:
    run = read_run(folder / RUN)
    errors: dict[tuple[str, str, float | None, int], list[dict[str, Any]]] = {}
    for row in read_rows(folder, ERRORS):
        key = (row["id"], row["model"], row["temperature"], row["repeat"])
        shown = {"answer": arrow(row["answer"]), "gold": arrow(row["gold"])}
        errors.setdefault(key, []).append(row | shown)
    ranked = sorted((row for row in scores if row["cus"] is not None), key=lambda row: row["cus"])
    worst = [
        row
        | {"errors": errors.get((row["id"], row["model"], row["temperature"], row["repeat"]), [])}
        for row in ranked[:WORST]
    ]
    summary = summarise(scores)
    bins = Counter(min(int(row["cus"] * 20), 19) for row in ranked)
    return {
        "run": run,
        "dataset": run["effective"]["dataset"],
        "statuses": status_counts(scores),
        "answers": status_table(summary),
        "means": mean_table(summary),
        "classes": error_table(scores),
        "histogram": [bins[i] for i in range(20)],
        "worst": worst,
    }


def _number(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
