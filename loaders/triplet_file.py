"""One graph from one file: a JSON list of triplets, JSON Lines, CSV or TSV."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import TABLES
from loaders.json_text import parse_json, reason
from loaders.lines import read_lines
from loaders.tables import triplet_rows
from loaders.triplets import ShapeError, parse_triplet, parse_triplets
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, RejectedTriplet, Source, Triplet

EXPECTED = "give a JSON list of triplets, one triplet a line, or a CSV or TSV table"

Line = tuple[int, str] | BadRecord


def read_triplet_file(path: Path) -> Source:
    """Read a file of triplets whole.

    An empty list is an empty graph; a file with entries of which none is a triplet is an error.

    Raises:
        InputError: Nothing in it can be used.
    """
    if path.suffix.lower() in TABLES:
        return _gather(path, _table_entries(path))
    lines = list(read_lines(path))
    texts = [line for line in lines if not isinstance(line, BadRecord)]
    why = ""
    if len(texts) == len(lines):
        try:
            value = parse_json("\n".join(text for _, text in texts))
        except (ValueError, RecursionError) as error:
            why = _place(error, texts) if path.suffix.lower() == ".json" else ""
        else:
            return _from_value(path, value, texts[0][0])
    return _gather(path, _line_entries(lines), why)


def _from_value(path: Path, value: Any, line: int) -> Source:
    if isinstance(value, Mapping):
        value = value.get("triplets", [value])
    elif path.suffix.lower() != ".json" and isinstance(parse_triplet(value), Triplet):
        value = [value]  # one triplet a line, and one line
    try:
        good, rejected = parse_triplets(value)
    except ShapeError as error:
        raise InputError(f"{path}: line {line}: {error}; {EXPECTED}") from None
    if rejected and not good:
        first = rejected[0]
        raise InputError(
            f"{path}: line {line}: entry {first.index} of {len(rejected)}, none of which is a "
            f"triplet: {first.reason}; {EXPECTED}"
        )
    return Source("", good, rejected)


def _gather(path: Path, entries: Iterable[Triplet | str], why: str = "") -> Source:
    good: list[Triplet] = []
    rejected: list[RejectedTriplet] = []
    for index, entry in enumerate(entries):
        if isinstance(entry, Triplet):
            good.append(entry)
        else:
            rejected.append(RejectedTriplet(index, entry))
    if not good:
        raise InputError(f"{path}: {why or rejected[0].reason}; {EXPECTED}")
    return Source("", tuple(good), tuple(rejected))


def _table_entries(path: Path) -> Iterator[Triplet | str]:
    for item in triplet_rows(path):
        if isinstance(item, BadRecord):
            yield _in_words(item)
            continue
        place, _, parsed = item
        yield parsed if isinstance(parsed, Triplet) else f"{place}: {parsed}"


def _line_entries(lines: list[Line]) -> Iterator[Triplet | str]:
    for line in lines:
        if isinstance(line, BadRecord):
            yield _in_words(line)
            continue
        number, text = line
        try:
            parsed = parse_triplet(parse_json(text))
        except (ValueError, RecursionError) as error:
            parsed = f"expected JSON, found none: {reason(error)}"
        yield parsed if isinstance(parsed, Triplet) else f"line {number}: {parsed}"


def _in_words(bad: BadRecord) -> str:
    return (
        f"{bad.record}: {bad.field}: {bad.expected}"
        if bad.field
        else (f"{bad.record}: {bad.expected}")
    )


def _place(error: Exception, texts: list[tuple[int, str]]) -> str:
    """Where a file that should be one JSON value is none."""
    line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
    return f"line {texts[line - 1][0]}: expected JSON, found none: {reason(error)}"
