"""FactKG's sentences with what they claim, and the part of DBpedia that WebNLG has.

A sample of sentences is JSON Lines, of which are read: ``claim`` (the sentence), ``label`` (whether
DBpedia supports it), ``types`` (reasoning and style), ``claim_triples_1hop`` (what it claims),
``all_evidence_is_1hop_pairs`` (whether that is all of it) and ``evidence_paths_walkable`` (whether
the graph has its evidence). Every triplet is a claim, whose ``document`` is the sentence's line.
The sample does not say which triplet a sentence of the type ``negation`` denies: here, each.

The graph is a table of subject, relation and object; an object in quotation marks, with its type or
language behind it, or of figures alone is a value. Evidence of the sample names relations, not
facts, so that nothing of it goes into the reference.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from loaders.records import from_lines, statement_of, text_of, wrong
from loaders.references import made_of
from loaders.references.iris import words
from loaders.tables import table_rows
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.text import is_blank

LICENCE = "none stated (FactKG); CC BY-NC-SA 4.0 (WebNLG)"
HOMEPAGE = "https://github.com/jiho283/FactKG"
REVISION = "1594a175e23eca51fb57a15133c1e1cda8195285 (sample), 1c777e22cc3f (WebNLG)"

REASONING = {
    "num1": "one hop",
    "multi claim": "conjunction",
    "existence": "existence",
    "multi hop": "multi-hop",
    "negation": "negation",
}
"""Types that say which reasoning a sentence needs, and what they are called."""

_QUOTED = re.compile(r'"(.*)"(?:@[\w-]+|\^\^\S+)?', re.DOTALL)
_FIGURES = re.compile(r"[+\-−]?[\d.,:/-]*\d(?:[eE][+-]?\d+)?(?: \(.*\))?")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the sample.

    Attributes:
        id: Its line.
        text: As it stands there.
        label: Whether DBpedia supports it.
        reasoning: Which kinds it needs, of ``REASONING``.
        triplets: What it claims, as far as that is known.
        complete: Whether they are all that it claims.
        has_evidence: Whether the graph has the paths that decide it.
    """

    id: str
    text: str
    label: bool
    reasoning: tuple[str, ...]
    triplets: tuple[tuple[str, str, str], ...]
    complete: bool
    has_evidence: bool

    @property
    def claims(self) -> list[Claim]:
        """Its triplets, each a claim."""
        return [
            Claim(f"{self.id}.{number}", *triplet, self.id)
            for number, triplet in enumerate(self.triplets, start=1)
        ]


def read_sentences(path: Path) -> Iterator[Sentence | BadRecord]:
    """The sentences of a sample, in order."""
    return from_lines(path, _sentence)


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """What the sentences of a sample claim, triplet by triplet."""
    for sentence in read_sentences(path):
        if isinstance(sentence, BadRecord):
            yield sentence
        else:
            yield from sentence.claims


def load_reference(path: Path) -> Reference:
    """The graph of a table, which is read once for each part.

    Raises:
        InputError: A row cannot be read.
    """
    return Reference(_entities(path), _relations(path), _facts(path))


def _sentence(place: str, record: Mapping[str, Any]) -> Sentence:
    text, types = text_of(record, "claim"), record.get("types")
    if is_blank(text):
        wrong("claim", "text", None)
    if not isinstance(types, list):
        wrong("types", "a list of texts", types)
    stated = record.get("claim_triples_1hop") or []
    if not isinstance(stated, list):
        wrong("claim_triples_1hop", "a list of [subject, relation, object]", stated)
    denied = "not " if "negation" in types else ""
    triplets = []
    for number in range(len(stated)):
        parts = {f"{number}": stated[number]}
        subject, relation, value = statement_of(parts, f"{number}", "claim_triples_1hop")
        triplets.append((_text(subject), denied + words(relation), _text(value)))
    return Sentence(
        id=place.removeprefix("line "),
        text=text,
        label=_flag(record, "label"),
        reasoning=tuple(name for key, name in REASONING.items() if key in types),
        triplets=tuple(triplets),
        complete=bool(triplets) and _flag(record, "all_evidence_is_1hop_pairs"),
        has_evidence=_flag(record, "evidence_paths_walkable"),
    )


def _flag(record: Mapping[str, Any], key: str) -> bool:
    value = record.get(key)
    if not isinstance(value, bool):
        wrong(key, "true or false", value)
    return bool(value)


def _entities(path: Path) -> Iterator[RefEntity]:
    ends = made_of(path, table_rows(path), _ends)
    return (RefEntity(end, _text(end)) for end in dict.fromkeys(ends))


def _ends(_: str, row: Mapping[str, str]) -> Iterator[str]:
    yield _cell(row, "subject")
    if not _is_value(_cell(row, "object")):
        yield row["object"]


def _relations(path: Path) -> Iterator[Relation]:
    return (Relation(name) for name in dict.fromkeys(fact.relation for fact in _facts(path)))


def _facts(path: Path) -> Iterator[Fact]:
    return made_of(path, table_rows(path), partial(_fact, path.name))


def _fact(file: str, place: str, row: Mapping[str, str]) -> Iterator[Fact]:
    subject, end = _cell(row, "subject"), _cell(row, "object")
    relation = words(_cell(row, "relation").rpartition("/")[2])  # Planet/apoapsis
    value = _text(end) if _is_value(end) else end
    if not is_blank(value):  # between quotation marks there may be nothing
        yield Fact(subject, relation, value, source=f"{file} {place}")


def _cell(row: Mapping[str, str], column: str) -> str:
    value = row.get(column, "")
    if is_blank(value):
        wrong(column, "text", None)
    return value


def _is_value(end: str) -> bool:
    return bool(_QUOTED.fullmatch(end) or _FIGURES.fullmatch(end))


def _text(end: str) -> str:
    quoted = _QUOTED.fullmatch(end)
    return quoted[1] if quoted else words(end) if "_" in end else end
