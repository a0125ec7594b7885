"""Rows on stdout, in the format that was asked for."""

import csv
import io
import json
import re
import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

Row = Mapping[str, Any]

_BREAK = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")
_STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Format(StrEnum):
    """How rows are printed."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    MD = "md"


FormatOption = Annotated[Format, typer.Option("--format", help="How rows are printed.")]


def print_rows(rows: Sequence[Row], form: Format, title: str = "") -> None:
    """Print rows of equal columns."""
    if form is Format.JSON:
        echo(json.dumps(list(rows), ensure_ascii=False, indent=2, allow_nan=False))
    elif form is Format.JSONL:
        for row in rows:
            echo(json.dumps(row, ensure_ascii=False, allow_nan=False))
    elif form is Format.CSV:
        echo(_csv(rows), newline=False)
    elif form is Format.MD:
        echo(markdown(rows))
    else:
        _print_table(rows, title)


def echo(text: str, *, newline: bool = True) -> None:
    """Print to stdout."""
    typer.echo(text, nl=newline)


def note(text: str) -> None:
    """Tell the reader something on stderr."""
    typer.echo(harmless(text), err=True)


def harmless(text: str) -> str:
    """Text of others without the characters that would steer a terminal."""
    return _STEERING.sub("\ufffd", text)


def cell(value: object) -> str:
    """A value as a person reads it."""
    if value is None:
        return "-"
    if isinstance(value, float):
        figures = f"{value:.4f}".rstrip("0")
        return figures + "0" if figures.endswith(".") else figures
    if isinstance(value, list | tuple):
        return ", ".join(map(cell, value))
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {cell(inner)}" for key, inner in value.items())
    return harmless(_BREAK.sub(" ", str(value)))


def markdown(rows: Sequence[Row]) -> str:
    """Rows as a Markdown table."""
    if not rows:
        return ""
    names = list(rows[0])
    lines = [names, ["---"] * len(names)]
    lines += [[cell(row[name]).replace("|", "\\|") for name in names] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _csv(rows: Sequence[Row]) -> str:
    buffer = io.StringIO()
    if rows:
        writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({name: _csv_cell(value) for name, value in row.items()})
    return buffer.getvalue()


def _csv_cell(value: object) -> object:
    """A list as JSON, which other programs read; nothing as nothing."""
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value


def _print_table(rows: Sequence[Row], title: str) -> None:
    from rich import box  # noqa: PLC0415  slow to import
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    terminal = sys.stdout.isatty()
    console = Console(
        file=sys.stdout,
        width=None if terminal else 200,
        no_color=None if terminal else True,
        highlight=False,
        markup=False,
    )
    if title:
        console.print(cell(title), style="bold" if terminal else None)
    if not rows:
        console.print("(no rows)")
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    for name in rows[0]:
        numbers = all(isinstance(row[name], int | float | None) for row in rows)
        table.add_column(name, justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(cell(value) for value in row.values()))
    console.print(table)
