"""Rows of a CSV or TSV file; cells are text and stay as they are written."""

import csv
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

from loaders.lines import read_lines
from loaders.triplets import KEYS, PARTS, parse_triplet
from s3kg_neo4j.model import BadRecord, Triplet

Line = tuple[int, str] | BadRecord
Row = tuple[str, dict[str, str]]


def table_rows(path: Path) -> Iterator[Row | BadRecord]:
    """Rows by column name, with the name of the row; column names are lower-cased.

    Rows count from 1 below the header. TSV has no quoting: a quotation mark is a character
    like others. Blank lines are passed over.

    Raises:
        InputError: The file cannot be opened.
    """
    header: list[str] = []
    number = 0
    for item in _cells(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        line, cells = item
        if not header:
            header = _header(cells)
            if bad := _wrong_header(path, f"header (line {line})", cells, header):
                yield bad
                return
            continue
        number += 1
        place = f"row {number} (line {line})"
        if isinstance(cells, csv.Error):
            yield _bad(path, place, f"expected CSV, found none: {cells}")
        elif len(cells) != len(header):
            yield _bad(path, place, f"expected {len(header)} columns, found {len(cells)}")
        else:
            yield place, dict(zip(header, cells, strict=True))
    if header and not number:
        yield _bad(path, "row 1", "expected rows below the header, found none", "check the file")


def _header(cells: list[str] | csv.Error) -> list[str]:
    return [] if isinstance(cells, csv.Error) else [cell.strip().casefold() for cell in cells]


def _wrong_header(
    path: Path, place: str, cells: list[str] | csv.Error, header: list[str]
) -> BadRecord | None:
    if isinstance(cells, csv.Error):
        return _bad(path, place, f"expected CSV, found none: {cells}", "correct the header")
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None:
        return _bad(path, place, f"expected a column {twice!r}, found two", "correct the header")
    return None


def _bad(
    path: Path, place: str, expected: str, action: str = "correct or remove the row"
) -> BadRecord:
    return BadRecord(path.name, place, "", expected, action)


def triplet_rows(path: Path) -> Iterator[tuple[str, dict[str, str], Triplet | str] | BadRecord]:
    """Rows of a table with a column for each part, and their triplet or why it is none.

    Raises:
        InputError: The file cannot be opened.
    """
    columns: list[str] = []
    for item in table_rows(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place, cells = item
        if not columns:
            found = [next((key for key in KEYS[part] if key in cells), None) for part in PARTS]
            columns = [name for name in found if name is not None]
            if len(columns) < len(PARTS):
                yield _no_columns(path, cells)
                return
        yield place, cells, parse_triplet([cells[name] for name in columns])


def _no_columns(path: Path, cells: Mapping[str, str]) -> BadRecord:
    return _bad(
        path,
        "header",
        "expected the columns head (or subject), relation (or predicate) and tail (or object), "
        f"found {', '.join(cells)}",
        "correct the header",
    )


class _Lines:
    """Lines that can be given back."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._back: deque[Line] = deque()

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        return self._back.popleft() if self._back else next(self._lines)

    def give_back(self, lines: list[Line]) -> None:
        self._back.extendleft(reversed(lines))


def _cells(path: Path) -> Iterator[tuple[int, list[str] | csv.Error] | BadRecord]:
    """Cells of each row that is not blank, with the number of its first line."""
    separator, quotes = ("\t", False) if path.suffix.lower() == ".tsv" else (",", True)
    lines = _Lines(read_lines(path, keep_blank=True))
    for item in lines:
        if isinstance(item, BadRecord):
            yield item
            continue
        number, text = item
        if quotes and '"' in text:
            yield number, _quoted(number, text, lines)
        elif text.strip(" ") or separator in text:
            yield number, text.split(separator)


def _quoted(number: int, text: str, lines: _Lines) -> list[str] | csv.Error:
    """Cells of a row with quotation marks, which may go on in the next lines.

    Where they do not fit together, only the first line is lost.
    """
    taken: list[Line] = [(number, text)]

    def texts() -> Iterator[str]:
        yield text + "\n"
        for item in lines:
            taken.append(item)
            if isinstance(item, BadRecord):
                return
            yield item[1] + "\n"

    try:
        return next(csv.reader(texts(), strict=True))
    except csv.Error as error:
        lines.give_back(taken[1:])
        return error
