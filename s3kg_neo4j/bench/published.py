"""A run's means beside published ones."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from s3kg_neo4j.errors import InputError

COLUMNS = ("dataset", "model", "temperature", "gold_sim", "ctx_sim", "cus")


def read_published(path: Path) -> list[dict[str, str]]:
    """Rows of a table of published means.

    Raises:
        InputError: The file is not there or lacks a column.
    """
    return read_table(path, COLUMNS)


def read_table(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Rows of a CSV file that has these columns.

    Raises:
        InputError: The file is not there or lacks a column.
    """
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    missing = set(columns) - set(rows[0] if rows else ())
    if missing:
        raise InputError(f"{path}: expected columns {', '.join(columns)}; lacks {min(missing)}")
    return rows


def beside_published(
    summary: Sequence[Mapping[str, Any]], published: Sequence[Mapping[str, str]], dataset: str
) -> list[dict[str, Any]]:
    """One row a model: our means and the published ones.

    Models are matched by the first word of their names ("llama2_7b_chat", "Llama-2-7B").
    """

    def stem(name: str) -> str:
        letters = "".join(c for c in name.casefold() if c.isalnum())
        return letters[:5]

    rows = []
    for ours in summary:
        theirs = [
            row
            for row in published
            if row["dataset"].casefold() == dataset.casefold()
            and stem(row["model"]) == stem(ours["model"])
            and float(row["temperature"]) == ours["temperature"]
        ]
        row = {"model": ours["model"], "temperature": ours["temperature"], "n": ours["cus n"]}
        for measure in ("gold_sim", "ctx_sim", "cus"):
            row[measure] = ours[measure]
            row[f"{measure} published"] = float(theirs[0][measure]) if theirs else None
        rows.append(row)
    return rows
