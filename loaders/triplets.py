"""Triplet lists as they come: what is no triplet is rejected with its index and a reason."""

import re
from collections.abc import Mapping

from loaders.json_text import shown
from s3kg_neo4j.model import RejectedTriplet, Triplet
from s3kg_neo4j.text import is_blank

PARTS = ("head", "relation", "tail")
KEYS = {
    "head": ("head", "subject"),
    "relation": ("relation", "predicate"),
    "tail": ("tail", "object"),
}
"""Keys of an object, or columns of a table, that hold a part."""

_plainly_seen = re.compile("[!-~]").search


class ShapeError(ValueError):
    """A value that stands where a list of triplets should and is none."""


def parse_triplets(value: object) -> tuple[tuple[Triplet, ...], tuple[RejectedTriplet, ...]]:
    """Parse a list of [head, relation, tail] lists, or of objects with these keys.

    Raises:
        ShapeError: It is not a list of triplets at all: text, one flat triplet, or a list of
            lists of triplets. Such a thing is never taken apart into characters.
    """
    if not isinstance(value, list):
        raise ShapeError(f"expected a list of [head, relation, tail], found {shown(value)}")
    good: list[Triplet] = []
    bad: list[RejectedTriplet] = []
    for index, item in enumerate(value):
        parsed = parse_triplet(item)
        if isinstance(parsed, Triplet):
            good.append(parsed)
        else:
            bad.append(RejectedTriplet(index, parsed))
    if value and not good:
        _check_shape(value)
    return tuple(good), tuple(bad)


def parse_triplet(item: object) -> Triplet | str:
    """One triplet, or why it is none."""
    parts = item if isinstance(item, list) else _parts(item)
    if isinstance(parts, str):
        return parts
    if len(parts) != len(PARTS):
        return f"expected 3 parts, found {len(parts)}: {shown(item)}"
    head, relation, tail = parts
    if (
        type(head) is type(relation) is type(tail) is str
        and _plainly_seen(head)
        and _plainly_seen(relation)
        and _plainly_seen(tail)
    ):  # nearly all there are
        return Triplet(head, relation, tail)
    texts: list[str] = []
    for name, part in zip(PARTS, parts, strict=True):
        text = _text(part)
        if text is None or is_blank(text):
            found = shown(part) if text is None else "nothing that can be seen"
            return f"{name}: expected text, found {found}"
        texts.append(text)
    return Triplet(*texts)


def _parts(item: object) -> list[object] | str:
    """The parts of an object, or why it has none."""
    if not isinstance(item, dict):
        return f"expected [head, relation, tail], found {shown(item)}"
    keys = [next((key for key in KEYS[part] if key in item), None) for part in PARTS]
    if None in keys:
        return f"expected the keys head, relation and tail, found {shown(item)}"
    return [item[key] for key in keys]


def _check_shape(value: list[object]) -> None:
    """Refuse a list of which no entry is a triplet, if all are wrong in the same way."""
    if not any(isinstance(item, list | Mapping) for item in value):
        if any(isinstance(item, str) for item in value):
            raise ShapeError(
                f"expected a list of [head, relation, tail] lists, found a flat list {shown(value)}"
            )
    elif all(
        isinstance(item, list) and item and all(isinstance(part, list | Mapping) for part in item)
        for item in value
    ):
        raise ShapeError(f"expected a list of triplets, found a list of lists {shown(value)}")


def _text(part: object) -> str | None:
    """A part as text; numbers and booleans as they were written."""
    if isinstance(part, bool):
        return "true" if part else "false"
    if isinstance(part, str):  # a Number is one
        return str(part)
    return None
