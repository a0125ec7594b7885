"""FactBench's dated facts, each beside its corruptions, as FactCheck has them.

A line has ``relation_set``, ``index`` and one object a kind of claim, ``{"triple": [subject,
relation, object], "period": [from, to]}``: ``correct``, and as far as they are there
``wrong_range``, ``wrong_domain``, ``wrong_property``, ``wrong_date``, ``wrong_random`` and
``wrong_domainrange``. The reference is the correct facts with their periods; what only corruptions
name is known to it as well. Every object is a claim, whose ``document`` is its kind and whose
``id`` is that of the line.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders.json_text import read_json_lines
from loaders.records import joined, statement_of, wrong
from loaders.references import claims_of, made_of
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.model import BadRecord

LICENCE = "MIT (FactCheck); facts of DBpedia CC BY-SA"
HOMEPAGE = "https://github.com/FactCheck-AI/FactCheck"
REVISION = "858724d18ae35432b4d346f93e51531515015bd8"

CORRECT = "correct"

FUNCTIONAL = frozenset(["birthPlace", "deathPlace", "foundationPlace", "spouse", "team"])
"""Relations of which a subject has one object at a time."""

EVENTS = frozenset(
    ["author", "award", "birthPlace", "deathPlace", "foundationPlace", "starring", "subsidiary"]
)
"""Relations whose facts are dated and never expire."""

Row = tuple[str, str, Mapping[str, Any]]
"""Name of the line, kind of claim, triple and period."""


def load_reference(path: Path) -> Reference:
    """The correct facts of a file, which is read once for each part.

    Raises:
        InputError: A line cannot be read.
    """
    return Reference(_entities(path), _relations(path), _facts(path))


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """Facts and corruptions, line by line."""
    return claims_of(path, _rows(path), _claim)


def _claim(_: str, row: Row) -> Claim:
    name, kind, value = row
    return Claim(name, *_triple(row), kind, *_period(kind, value))


def _facts(path: Path) -> Iterator[Fact]:
    return made_of(path, _rows(path), _fact)


def _fact(place: str, row: Row) -> Iterator[Fact]:
    _, kind, value = row
    if kind == CORRECT:
        yield Fact(*_triple(row), *_period(kind, value))


def _entities(path: Path) -> Iterator[RefEntity]:
    ends = (end for triple in made_of(path, _rows(path), _triples) for end in triple[::2])
    return (RefEntity(end, end) for end in dict.fromkeys(ends))


def _triples(_: str, row: Row) -> Iterator[tuple[str, str, str]]:
    yield _triple(row)


def _relations(path: Path) -> Iterator[Relation]:
    for name in dict.fromkeys(fact.relation for fact in _facts(path)):
        yield Relation(name, functional=name in FUNCTIONAL, event=name in EVENTS)


def _rows(path: Path) -> Iterator[tuple[str, Row] | BadRecord]:
    for item in read_json_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place, record = item
        name = f"{record.get('relation_set', '')}/{record.get('index', place)}"
        for kind, value in record.items():
            if isinstance(value, Mapping):
                yield place, (name, kind, value)


def _triple(row: Row) -> tuple[str, str, str]:
    _, kind, value = row
    return statement_of(value, "triple", kind)


def _period(kind: str, value: Mapping[str, Any]) -> tuple[str, str]:
    ends = value.get("period")
    if not isinstance(ends, list) or len(ends) != 2 or not all(isinstance(e, str) for e in ends):
        wrong(joined(kind, "period"), "[from, to]", ends)
    return str(ends[0]), str(ends[1])
