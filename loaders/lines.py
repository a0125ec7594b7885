"""Lines and JSON records of a file, one at a time; what cannot be read is named."""

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NoReturn

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord

MOST_BYTES = 64 << 20
"""Of one line; a longer one is skipped, so that memory stays bounded."""

SHOWN = 60
"""Characters of a wrong value that a message shows."""


class Number(str):
    """A JSON number as it was written: labels keep 1e5 and 0.50 as they are."""

    __slots__ = ()


def read_lines(path: Path) -> Iterator[tuple[int, str] | BadRecord]:
    """Lines of a text file with their numbers, blank ones left out.

    Raises:
        InputError: The file cannot be opened.
    """
    name, empty = path.name, True
    try:
        stream = path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; check the path") from None
    with stream:
        number = 0
        while raw := stream.readline(MOST_BYTES + 1):
            number += 1
            place = f"line {number}"
            if len(raw) > MOST_BYTES:
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(MOST_BYTES)
                empty = False
                yield BadRecord(
                    name, place, "", f"longer than {MOST_BYTES >> 20} MB", "split this record"
                )
                continue
            if number == 1 and raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                yield BadRecord(
                    name, place, "", "the file is UTF-16, expected UTF-8", "save it as UTF-8"
                )
                return
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            if not raw.strip():
                continue
            empty = False
            try:
                yield number, raw.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                yield BadRecord(
                    name,
                    place,
                    "",
                    f"byte {error.start + 1} is not UTF-8",
                    "save the file as UTF-8",
                )
    if empty:
        yield BadRecord(name, "line 1", "", "the file is empty", "give a file with records")


def read_json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]] | BadRecord]:
    """JSON objects, one a line, with the name of the line."""
    for item in read_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place = f"line {item[0]}"
        try:
            record = parse_json(item[1])
        except (ValueError, RecursionError) as error:
            yield BadRecord(
                path.name, place, "", f"not JSON: {reason(error)}", "correct or remove the line"
            )
            continue
        if not isinstance(record, dict):
            yield BadRecord(
                path.name, place, "", f"expected an object, found {shown(record)}",
                "write one question a line (docs/loaders.md)",
            )
            continue
        yield place, record


def parse_json(text: str) -> Any:
    """Parse JSON; numbers stay as written, NaN and Infinity are refused.

    Raises:
        ValueError: It is not JSON.
        RecursionError: It is nested too deeply.
    """
    return json.loads(text, parse_float=Number, parse_int=Number, parse_constant=_refuse)


def reason(error: Exception) -> str:
    """Why JSON could not be parsed, on one line."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(error)


def shown(value: object) -> str:
    """A wrong value as a message shows it."""
    if value is None:
        return "null"
    if isinstance(value, Number):
        return f"the number {value}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def as_float(value: object) -> float | None:
    """A finite number, or None."""
    if not isinstance(value, Number):
        return None
    number = float(Decimal(value)) if len(value) < SHOWN else float(value)
    return number if abs(number) != float("inf") else None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")
