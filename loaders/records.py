"""Checked look-ups in a record; a wrong field becomes a BadRecord that names it."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from loaders.json_text import Number, as_float, read_json_lines, shown
from loaders.triplets import ShapeError, parse_triplets
from s3kg_neo4j.model import BadRecord, Question, RejectedTriplet, Source, Status, TextPair
from s3kg_neo4j.text import is_blank

EXTRACTIONS = {
    status.value: status for status in (Status.OK, Status.TRUNCATED, Status.FAILED, Status.REFUSED)
}
"""How an extraction may have ended: the values of ``status`` beside a text."""

MOST_DIGITS = 18
"""Of a whole number; the database holds no more."""

MOST_BYTES_OF_ID = 4000
"""The database's unique index takes no longer ones."""

Named = TypeVar("Named", bound=Question | TextPair)
Made = TypeVar("Made")


class FieldError(Exception):
    """A field that is not as expected."""

    def __init__(self, field: str, expected: str, action: str = "correct the record") -> None:
        """Name the field, what was expected there and what to do."""
        super().__init__(expected)
        self.field = field
        self.action = action

    def at(self, file: str, record: str) -> BadRecord:
        """The bad record that this makes."""
        return BadRecord(file, record, self.field, str(self), self.action)


class Seen:
    """Ids that have been read, as hashes: memory for a long file stays small."""

    def __init__(self) -> None:
        """Start with none."""
        self._hashes: set[bytes] = set()

    def add(self, name: str) -> None:
        """Note an id.

        Raises:
            FieldError: It has been read before.
        """
        digest = hashlib.blake2b(name.encode(), digest_size=12).digest()
        if digest in self._hashes:
            raise FieldError(
                "id",
                f"expected a new id, found {shown(name)} again",
                "give each record its own id",
            )
        self._hashes.add(digest)


class Reader:
    """Makes records of what a file holds; wrong and repeated ones become bad records."""

    def __init__(self, path: Path, seen: Seen | None = None) -> None:
        """Read for a file.

        Args:
            path: The file.
            seen: Ids that have been read; none where not given.
        """
        self._file = path.name
        self._seen = seen or Seen()

    def read(self, place: str, value: Any, make: Callable[[Any], Named]) -> Named | BadRecord:
        """What ``make`` makes of a value, or what is wrong with it."""
        try:
            record = make(value)
            self._seen.add(usable_id(record.id))
        except FieldError as error:
            return error.at(self._file, place)
        return record


def from_lines(
    path: Path, make: Callable[[str, Mapping[str, Any]], Made]
) -> Iterator[Made | BadRecord]:
    """What ``make`` makes of each line of JSON Lines and its name, or what is wrong with it."""
    for item in read_json_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        try:
            yield make(*item)
        except FieldError as error:
            yield error.at(path.name, item[0])


def wrong(field: str, expected: str, found: object) -> NoReturn:
    """Refuse a field."""
    found = "nothing" if found is None else shown(found)
    raise FieldError(field, f"expected {expected}, found {found}")


def joined(parent: str, key: str) -> str:
    """Path of a field below another."""
    return f"{parent}.{key}" if parent else key


def identifier(record: Mapping[str, Any], key: str = "id") -> str:
    """A record's id: text, or a number as it was written."""
    value = record.get(key)
    if not isinstance(value, str) or is_blank(value):
        wrong(key, "text or a number", value)
    return str(value)


def usable_id(name: str) -> str:
    """An id that is short enough to be stored."""
    size = len(name.encode())
    if size > MOST_BYTES_OF_ID:
        raise FieldError(
            "id", f"expected at most {MOST_BYTES_OF_ID} bytes, found {size}", "shorten the id"
        )
    return name


def text_of(record: Mapping[str, Any], key: str, parent: str = "") -> str:
    """An optional text."""
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Number):
        wrong(joined(parent, key), "text", value)
    return value


def passages_of(record: Mapping[str, Any], key: str) -> str:
    """An optional text, or a list of its passages, as one text."""
    value = record.get(key)
    if not isinstance(value, list):
        return text_of(record, key)
    if not all(isinstance(part, str) and not isinstance(part, Number) for part in value):
        wrong(key, "a list of texts", value)
    return "\n\n".join(value)


def statement_of(record: Mapping[str, Any], key: str, parent: str = "") -> tuple[str, str, str]:
    """A subject, a relation and an object, none of them blank."""
    expected = "[subject, relation, object] as texts"
    subject, relation, value = texts_of(record, key, 3, expected, parent)
    return subject, relation, value


def texts_of(
    record: Mapping[str, Any], key: str, count: int, expected: str, parent: str = ""
) -> list[str]:
    """So many texts, none of them blank."""
    value = record.get(key)
    if (
        not isinstance(value, list)
        or len(value) != count
        or not all(isinstance(part, str) and not is_blank(part) for part in value)
    ):
        wrong(joined(parent, key), expected, value)
    return list(value)


def whole_number(value: object, field: str) -> int:
    """A whole number of 0 or more."""
    if not isinstance(value, Number) or not (value.isascii() and value.isdecimal()):
        wrong(field, "a whole number of 0 or more", value)
    if len(value) > MOST_DIGITS:
        wrong(field, f"at most {MOST_DIGITS} digits", value)
    return int(value)


def temperature_of(value: object, field: str) -> float | None:
    """An optional temperature."""
    if value is None:
        return None
    number = as_float(value)
    if number is None or number < 0:
        wrong(field, "a number of 0 or more", value)
    return number + 0.0  # -0.0 is 0.0


def source_of(value: object, field: str) -> Source:
    """A text with its triplets; null or absent triplets mean that nothing has been extracted."""
    if not isinstance(value, Mapping):
        wrong(field, "an object with text and triplets", value)
    status = value.get("status")
    if status is None:
        status = "OK"
    if not isinstance(status, str) or status not in EXTRACTIONS:
        wrong(joined(field, "status"), f"one of {', '.join(EXTRACTIONS)}", status)
    source = triplet_source(
        value.get("triplets"),
        joined(field, "triplets"),
        text_of(value, "text", field),
        EXTRACTIONS[status],
    )
    earlier = _rejected(value.get("rejected"), joined(field, "rejected"))
    return replace(source, rejected=(*earlier, *source.rejected)) if earlier else source


def _rejected(value: object, field: str) -> tuple[RejectedTriplet, ...]:
    """Entries that an extraction rejected: [index, reason] each."""
    if value is None:
        return ()
    if not isinstance(value, list):
        wrong(field, "a list of [index, reason]", value)
    rejected = []
    for item in value:
        if not isinstance(item, list) or len(item) != 2 or not isinstance(item[1], str):
            wrong(field, "a list of [index, reason]", item)
        rejected.append(RejectedTriplet(whole_number(item[0], field), str(item[1])))
    return tuple(rejected)


def triplet_source(
    value: object, field: str, text: str = "", extraction: Status = Status.OK
) -> Source:
    """A source from a triplet list."""
    if value is None:
        return Source(text, None, (), extraction)
    try:
        return Source(text, *parse_triplets(value), extraction)
    except ShapeError as error:
        raise FieldError(field, str(error)) from None
