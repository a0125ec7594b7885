"""Checked look-ups in a record; a wrong field becomes a BadRecord that names it."""

import hashlib
from collections.abc import Mapping
from typing import Any, NoReturn

from loaders.lines import Number, as_float, shown
from loaders.triplets import ShapeError, parse_triplets
from s3kg_neo4j.model import BadRecord, Source, Status

EXTRACTIONS = {
    "OK": Status.OK,
    "TRUNCATED": Status.TRUNCATED,
    "FAILED": Status.FAILED,
    "REFUSED": Status.REFUSED,
}


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
        digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).digest()
        if digest in self._hashes:
            raise FieldError("id", f"{name!r} has been read before", "give each record its own id")
        self._hashes.add(digest)


def wrong(field: str, expected: str, found: object) -> NoReturn:
    """Refuse a field."""
    raise FieldError(field, f"expected {expected}, found {shown(found)}")


def identifier(record: Mapping[str, Any], key: str = "id") -> str:
    """A record's id: text, or a number as it was written."""
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        wrong(key, "text or a number", value)
    return str(value)


def text_of(record: Mapping[str, Any], key: str, field: str = "") -> str:
    """An optional text."""
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or isinstance(value, Number):
        wrong(field or key, "text", value)
    return value


def temperature_of(record: Mapping[str, Any], field: str) -> float | None:
    """An optional temperature."""
    value = record.get("temperature")
    if value is None:
        return None
    number = as_float(value)
    if number is None or number < 0:
        wrong(field, "a number of 0 or more", value)
    return number


def source_of(value: object, field: str) -> Source:
    """A text with its triplets; ``null`` triplets mean that nothing has been extracted."""
    if not isinstance(value, Mapping):
        wrong(field, "an object with text and triplets", value)
    status = value.get("status", "OK")
    if status not in EXTRACTIONS:
        wrong(f"{field}.status" if field else "status", f"one of {', '.join(EXTRACTIONS)}", status)
    return triplet_source(
        value.get("triplets"),
        f"{field}.triplets" if field else "triplets",
        text_of(value, "text", f"{field}.text" if field else "text"),
        EXTRACTIONS[status],
    )


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
