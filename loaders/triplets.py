"""Triplet lists as they come: what is no triplet is rejected with its index and a reason."""

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders.lines import parse_json, read_lines, reason, shown
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, RejectedTriplet, Source, Triplet
from s3kg_neo4j.text import is_blank

PARTS = ("head", "relation", "tail")
NAMES = {
    "head": ("head", "subject"),
    "relation": ("relation", "predicate"),
    "tail": ("tail", "object"),
}


class ShapeError(ValueError):
    """A value that stands where a list of triplets should and is none."""


def parse_triplets(value: object) -> tuple[tuple[Triplet, ...], tuple[RejectedTriplet, ...]]:
    """Parse a list of [head, relation, tail] lists, or of objects with these keys.

    Raises:
        ShapeError: It is not a list of triplets at all.
    """
    if not isinstance(value, list):
        raise ShapeError(f"expected a list of [head, relation, tail], found {shown(value)}")
    if value and all(isinstance(item, str) for item in value):
        raise ShapeError(
            f"expected a list of [head, relation, tail] lists, found one flat list {shown(value)}"
        )
    if value and all(
        isinstance(item, list) and item and all(isinstance(part, list) for part in item)
        for item in value
    ):
        raise ShapeError(f"expected a list of triplets, found lists of lists {shown(value)}")
    good: list[Triplet] = []
    bad: list[RejectedTriplet] = []
    for index, item in enumerate(value):
        parsed = parse_triplet(item)
        if isinstance(parsed, Triplet):
            good.append(parsed)
        else:
            bad.append(RejectedTriplet(index, parsed))
    return tuple(good), tuple(bad)


def parse_triplet(item: object) -> Triplet | str:
    """One triplet, or why it is none."""
    if isinstance(item, Mapping):
        item = [
            next((item[name] for name in names if name in item), None) for names in NAMES.values()
        ]
    if not isinstance(item, list):
        return f"expected [head, relation, tail], found {shown(item)}"
    if len(item) != len(PARTS):
        return f"expected three parts, found {len(item)}: {shown(item)}"
    texts: list[str] = []
    for name, part in zip(PARTS, item, strict=True):
        text = _text(part)
        if text is None:
            return f"{name}: expected text, found {shown(part)}"
        if is_blank(text):
            return f"{name}: expected text, found nothing that can be seen"
        texts.append(text)
    return Triplet(*texts)


def _text(part: object) -> str | None:
    """A part as text; numbers and booleans as they were written."""
    if isinstance(part, bool):
        return "true" if part else "false"
    if isinstance(part, str):  # a Number is one
        return str(part)
    return None


def table_rows(path: Path) -> Iterator[tuple[str, dict[str, str]] | BadRecord]:
    """Rows of a CSV or TSV file by column name, with the name of the row.

    TSV has no quoting: a quotation mark is a character like others.
    """
    lines = _numbered(path)
    header: list[str] = []
    for item in lines:
        if isinstance(item, BadRecord):
            yield item
            continue
        place, cells = item
        if not header:
            header = [cell.strip() for cell in cells]
            continue
        if len(cells) != len(header):
            yield BadRecord(
                path.name, place, "", f"expected {len(header)} columns, found {len(cells)}",
                "correct or remove the row",
            )
            continue
        yield place, dict(zip(header, cells, strict=True))


def _numbered(path: Path) -> Iterator[tuple[str, list[str]] | BadRecord]:
    if path.suffix.lower() == ".tsv":
        for item in read_lines(path):
            yield item if isinstance(item, BadRecord) else (f"row {item[0]}", item[1].split("\t"))
        return
    place = [0]
    bad: list[BadRecord] = []

    def texts() -> Iterator[str]:
        for item in read_lines(path):
            if isinstance(item, BadRecord):
                bad.append(item)
            else:
                place[0] = item[0]
                yield item[1] + "\n"

    reader = csv.reader(texts(), strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            bad.append(
                BadRecord(path.name, f"row {place[0]}", "", f"not CSV: {error}", "correct the row")
            )
            continue
        finally:
            yield from bad
            bad.clear()
        yield f"row {place[0]}", cells


def column(row: Mapping[str, str], part: str) -> str | None:
    """The cell of a triplet's part, None where the table has no such column."""
    return next((row[name] for name in NAMES[part] if name in row), None)


def read_triplets(path: Path) -> Source:
    """One graph from a JSON list of triplets, JSON Lines, CSV or TSV.

    Raises:
        InputError: Nothing in the file can be read as triplets.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file; check the path")
    if path.suffix.lower() in (".csv", ".tsv"):
        return _from_table(path)
    try:
        value = parse_json(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: byte {error.start + 1} is not UTF-8; save it as UTF-8") from None
    except (ValueError, RecursionError) as error:
        return _from_lines(path, reason(error))
    if isinstance(value, Mapping) and "triplets" in value:
        value = value["triplets"]
    elif isinstance(value, list) and len(value) == len(PARTS) and parse_is_flat(value):
        value = [value]  # a file of one line in JSON Lines
    try:
        return Source("", *parse_triplets(value))
    except ShapeError as error:
        raise InputError(f"{path}: {error}; see docs/loaders.md") from None


def parse_is_flat(value: list[Any]) -> bool:
    """Whether a list is one triplet rather than a list of them."""
    return all(isinstance(part, str | bool) for part in value)


def _from_lines(path: Path, whole: str) -> Source:
    values: list[object] = []
    for item in read_lines(path):
        if isinstance(item, BadRecord):
            raise InputError(str(item))
        try:
            values.append(parse_json(item[1]))
        except (ValueError, RecursionError) as error:
            if not values:
                raise InputError(
                    f"{path}: line {item[0]}: expected a JSON list of triplets or one triplet a "
                    f"line ({reason(error) or whole}); see docs/loaders.md"
                ) from None
            values.append(item[1])
    parsed = [parse_triplet(value) for value in values]
    return Source(
        "",
        tuple(one for one in parsed if isinstance(one, Triplet)),
        tuple(RejectedTriplet(i, one) for i, one in enumerate(parsed) if isinstance(one, str)),
    )


def _from_table(path: Path) -> Source:
    good: list[Triplet] = []
    bad: list[RejectedTriplet] = []
    for index, item in enumerate(table_rows(path)):
        if isinstance(item, BadRecord):
            bad.append(RejectedTriplet(index, str(item)))
            continue
        place, row = item
        parts = [column(row, part) for part in PARTS]
        if None in parts:
            raise InputError(
                f"{path}: expected columns head, relation, tail (or subject, predicate, object), "
                f"found {', '.join(row)}; correct the header"
            )
        parsed = parse_triplet(parts)
        if isinstance(parsed, Triplet):
            good.append(parsed)
        else:
            bad.append(RejectedTriplet(index, f"{place}: {parsed}"))
    return Source("", tuple(good), tuple(bad))


