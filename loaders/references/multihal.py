"""MultiHal's questions with the paths of Wikidata that answer them.

Records are a JSON list (.json), as the project writes them, or JSON Lines, of which are read:
``id`` (of the question, ``QUESTION_PATH`` where each path has a record of its own),
``answer_type`` (``other``, or that the answer is a date, number or rank) and ``trip_labels``: paths
between ``<SEP>``, each the labels of an entity, a relation, an entity and so on, between ``; ``.
``N/A``, ``<NO_PATHS_FOUND>`` and nothing mean that there is no path.

Each hop of a path is a fact or a claim, whose ``document`` is the record. Where the answer is a
date, number or rank, a path of several hops ends in a qualifier of a statement, which is no fact of
the entity before it: such a path is passed over. Labels are the identity of entities, since
``responses`` has ids of statements among those of entities: two of one label are taken for one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from loaders.json_text import read_json_array, read_json_lines
from loaders.records import FieldError, identifier, text_of, wrong
from loaders.references import claims_of, made_of
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.text import is_blank

LICENCE = "CC BY 4.0"
HOMEPAGE = "https://github.com/ernlavr/multihal"
REVISION = "07838c0057af0cd69d7e2982fa4dedbb4ffd555e"

_BETWEEN_PATHS, _BETWEEN_LABELS = "<SEP>", "; "
_NO_PATHS = frozenset(["N/A", "<NO_PATHS_FOUND>"])
_ENTITY_ANSWER = "other"


@dataclass(frozen=True, slots=True)
class _Hop:
    """A step of a path; its object is a value where it ends in one."""

    record: str
    number: int
    subject: str
    relation: str
    object: str
    is_value: bool


def load_reference(path: Path) -> Reference:
    """The paths of a file as facts; it is read once for each part.

    Raises:
        InputError: A record cannot be read.
    """
    return Reference(_entities(path), _relations(path), made_of(path, _hops(path), _fact))


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """The hops of a file's paths as claims, in order."""
    return claims_of(path, _hops(path), _claim)


def _claim(_: str, hop: _Hop) -> Claim:
    name = f"{hop.record}.{hop.number}"
    return Claim(name, hop.subject, hop.relation, hop.object, hop.record)


def _fact(_: str, hop: _Hop) -> Iterator[Fact]:
    yield Fact(hop.subject, hop.relation, hop.object, source=f"MultiHal {hop.record}")


def _entities(path: Path) -> Iterator[RefEntity]:
    ends = made_of(path, _hops(path), _ends)
    return (RefEntity(end, end) for end in dict.fromkeys(ends))


def _ends(_: str, hop: _Hop) -> Iterator[str]:
    yield hop.subject
    if not hop.is_value:
        yield hop.object


def _relations(path: Path) -> Iterator[Relation]:
    names = dict.fromkeys(hop.relation for hop in made_of(path, _hops(path), _itself))
    return (Relation(name) for name in names)


def _itself(_: str, hop: _Hop) -> Iterator[_Hop]:
    yield hop


def _hops(path: Path) -> Iterator[tuple[str, _Hop] | BadRecord]:
    records = read_json_array(path) if path.suffix.lower() == ".json" else read_json_lines(path)
    for item in records:
        if isinstance(item, BadRecord):
            yield item
            continue
        place, record = item
        try:
            for hop in _hops_of(record):
                yield place, hop
        except FieldError as error:
            yield error.at(path.name, place)


def _hops_of(record: object) -> list[_Hop]:
    if not isinstance(record, Mapping):
        wrong("", "an object", record)
    name = identifier(record)
    ends_in_value = (text_of(record, "answer_type") or _ENTITY_ANSWER) != _ENTITY_ANSWER
    found: list[_Hop] = []
    for text in text_of(record, "trip_labels").split(_BETWEEN_PATHS):
        if is_blank(text) or text.strip() in _NO_PATHS:
            continue
        labels = [label.strip() for label in text.split(_BETWEEN_LABELS)]
        if len(labels) < 3 or len(labels) % 2 == 0 or any(map(is_blank, labels)):
            wrong("trip_labels", "entity; relation; entity and so on", text.strip())
        if ends_in_value and len(labels) > 3:
            continue
        for start in range(0, len(labels) - 2, 2):
            subject, relation, end = labels[start : start + 3]
            found.append(_Hop(name, len(found) + 1, subject, relation, end, ends_in_value))
    return found
