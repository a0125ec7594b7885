"""Graphs from a model's reply, however it is wrapped, bent or cut: what is whole is kept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loaders.json_text import Number
from loaders.triplets import ShapeError, parse_triplets
from s3kg_neo4j.llm.json_reply import DECODER, objects, without_thinking
from s3kg_neo4j.model import RejectedTriplet, Status, Triplet

SHOWN = 80
"""Characters of a useless reply that a message shows."""

_BETWEEN = re.compile(r"[\s,]*")


class ReplyError(ValueError):
    """A reply that holds no graph; another one may."""


@dataclass(frozen=True, slots=True)
class ReplyGraph:
    """One knowledge graph of a reply.

    Attributes:
        entries: How many entries its list has.
        triplets: Those that are triplets.
        rejected: Those that are none.
        status: OK; TRUNCATED where the list was cut; FAILED where it is no list of triplets or
            not there, which is another thing than empty.
        why: Of FAILED.
    """

    entries: int
    triplets: tuple[Triplet, ...]
    rejected: tuple[RejectedTriplet, ...]
    status: Status
    why: str = ""


def parse_reply(text: str, wanted: Sequence[int]) -> dict[int, ReplyGraph]:
    """The graphs of a reply by their number.

    Args:
        text: As the model sent it: fences, prose and thinking blocks around it are passed over.
        wanted: Numbers of the graphs that were asked for.

    Raises:
        ReplyError: There is no graph in it at all.
    """
    plain = without_thinking(text)
    keys = {number: f"knowledge_graph{number}" for number in wanted}
    whole = _whole(plain, set(keys.values()))
    if whole is not None:
        return {number: _graph(whole.get(key), key) for number, key in keys.items()}
    found = {number: _cut(plain, key) for number, key in keys.items()}
    if not any(found.values()):
        start = " ".join(plain.split())[:SHOWN]
        raise ReplyError(f"no JSON with {' or '.join(keys.values())} in the reply {start!r}")
    return {
        number: graph or ReplyGraph(0, (), (), Status.TRUNCATED) for number, graph in found.items()
    }


def _whole(text: str, keys: set[str]) -> dict[str, Any] | None:
    """The last object with a graph; mended where it is complete and only bent."""
    found = [value for value in objects(text) if keys & set(value)]
    if found:
        return found[-1]
    start, end = text.find("{"), text.rfind("}")
    if not 0 <= start < end:
        return None
    import json_repair

    mended = json_repair.loads(text[start : end + 1])
    if isinstance(mended, dict) and keys & set(mended):
        numbered: dict[str, Any] = _numbered(mended)
        return numbered
    return None


def _cut(text: str, key: str) -> ReplyGraph | None:
    """The whole entries of a list whose end may be missing; None without its beginning."""
    begins = list(re.finditer(rf'"{key}"\s*:\s*\[', text))
    if not begins:
        return None
    place = begins[-1].end()
    items: list[Any] = []
    while True:
        place = _end_of(_BETWEEN, text, place)
        try:
            item, place = DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            break
        items.append(item)
    status = Status.OK if text[place : place + 1] == "]" else Status.TRUNCATED
    return _graph(items, key, status)


def _graph(value: Any, key: str, status: Status = Status.OK) -> ReplyGraph:
    if isinstance(value, str) and not isinstance(value, Number):
        try:  # some models put the list into a string
            value = DECODER.decode(value)
        except (ValueError, RecursionError):
            return _failed(f"{key}: expected a list of triplets, found text")
    if value is None:
        return _failed(f"{key} is missing")
    if _is_nested(value):
        value = [item for inner in value for item in inner]
    try:
        triplets, rejected = parse_triplets(value)
    except ShapeError as error:
        return _failed(f"{key}: {error}")
    return ReplyGraph(len(value), triplets, rejected, status)


def _failed(why: str) -> ReplyGraph:
    return ReplyGraph(0, (), (), Status.FAILED, why)


def _is_nested(value: Any) -> bool:
    """A list of lists of triplets, which has one meaning only."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(inner, list) and inner and all(isinstance(item, list) for item in inner)
            for inner in value
        )
    )


def _numbered(value: Any) -> Any:
    """Numbers as they are written, as everywhere that JSON is read."""
    if isinstance(value, dict):
        return {key: _numbered(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbered(item) for item in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Number(value)
    return value


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    return found.end() if found else place
