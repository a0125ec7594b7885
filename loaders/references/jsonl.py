"""References and claims as JSON Lines.

The lines of a reference, each with the fields after its first one where they are needed:

* an entity: ``{"entity": id, "name", "type", "aliases": []}``; ends of facts that no line
  describes are entities of that name;
* a relation: ``{"relation": name, "functional", "symmetric", "inverse", "transitive", "event",
  "tolerance", "unit", "path": [], "domain", "range", "aliases": []}``;
* a fact: ``{"fact": [subject, relation, object], "valid_from", "valid_to", "source",
  "confidence"}``;
* a name that must not name an entity: ``{"apart": [name, id]}``.

Claims are ``{"claim": [subject, relation, object]}`` with optional ``id``, ``document``,
``valid_from``, ``valid_to``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders.json_text import as_float, read_json_lines
from loaders.records import statement_of, texts_of, wrong
from loaders.references import claims_of, made_of
from s3kg_neo4j.gate.model import Apart, Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.model import BadRecord

LICENCE = "the user's own"
HOMEPAGE = "docs/gate.md"
REVISION = "1"

KINDS = frozenset(["entity", "relation", "fact", "apart", "claim"])
"""First fields of lines; a file may have a reference and claims."""

_FLAGS = ("functional", "symmetric", "transitive", "event")


def load_reference(path: Path) -> Reference:
    """The reference of a file, which is read once for each kind of line.

    Raises:
        InputError: A line cannot be read.
    """
    return Reference(_entities(path), _relations(path), _facts(path), _apart(path))


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """The claims of a file, in order; lines of other kinds are passed over."""
    items = (
        item for item in read_json_lines(path) if isinstance(item, BadRecord) or "claim" in item[1]
    )
    return claims_of(path, items, claim_of)


def claim_of(place: str, record: Mapping[str, Any]) -> Claim:
    """The claim that a record makes; it is named by its place where it has no id.

    Raises:
        FieldError: The claim is not three texts.
    """
    subject, relation, value = statement_of(record, "claim")
    return Claim(
        str(record.get("id") or place),
        subject,
        relation,
        value,
        str(record.get("document") or ""),
        str(record.get("valid_from") or ""),
        str(record.get("valid_to") or ""),
    )


def _entities(path: Path) -> Iterator[RefEntity]:
    known: set[str] = set()
    for entity in made_of(path, read_json_lines(path), _entity):
        known.add(entity.id)
        yield entity
    for fact in _facts(path):
        ends = (fact.subject, fact.object) if _is_name(fact.object) else (fact.subject,)
        for end in ends:
            if end not in known:
                known.add(end)
                yield RefEntity(end, end)


def _entity(_: str, record: Mapping[str, Any]) -> Iterator[RefEntity]:
    if KINDS.isdisjoint(record):
        wrong("", f"one of {', '.join(sorted(KINDS))}", ", ".join(record) or None)
    if "entity" not in record:
        return
    own = _text(record, "entity")
    name = str(record.get("name") or own)
    yield RefEntity(
        own, name, str(record.get("type") or ""), _list(record, "aliases", "a list of texts")
    )


def _relations(path: Path) -> Iterator[Relation]:
    return made_of(path, read_json_lines(path), _relation)


def _relation(_: str, record: Mapping[str, Any]) -> Iterator[Relation]:
    if "relation" not in record:
        return
    for flag in _FLAGS:
        if not isinstance(record.get(flag, False), bool):
            wrong(flag, "true or false", record[flag])
    yield Relation(
        name=_text(record, "relation"),
        tolerance=_number(record, "tolerance"),
        path=_list(record, "path", "a list of relations"),
        inverse=str(record.get("inverse") or ""),
        unit=str(record.get("unit") or ""),
        domain=str(record.get("domain") or ""),
        range=str(record.get("range") or ""),
        aliases=_list(record, "aliases", "a list of texts"),
        **{flag: bool(record.get(flag, False)) for flag in _FLAGS},
    )


def _facts(path: Path) -> Iterator[Fact]:
    return made_of(path, read_json_lines(path), _fact)


def _fact(_: str, record: Mapping[str, Any]) -> Iterator[Fact]:
    if "fact" in record:
        more = {name: str(record.get(name) or "") for name in ("valid_from", "valid_to", "source")}
        yield Fact(*statement_of(record, "fact"), **more, confidence=_number(record, "confidence"))


def _apart(path: Path) -> Iterator[Apart]:
    return made_of(path, read_json_lines(path), _one_apart)


def _one_apart(_: str, record: Mapping[str, Any]) -> Iterator[Apart]:
    if "apart" in record:
        yield Apart(*texts_of(record, "apart", 2, "[name, id of an entity]"))


def _list(record: Mapping[str, Any], key: str, expected: str) -> tuple[str, ...]:
    value = record.get(key) or []
    if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
        wrong(key, expected, value)
    return tuple(map(str, value))


def _number(record: Mapping[str, Any], key: str) -> float | None:
    value = record.get(key)
    number = None if value is None else as_float(value)
    if value is not None and (number is None or number < 0):
        wrong(key, "a number of 0 or more", value)
    return number


def _is_name(text: str) -> bool:
    """Whether the end of a fact is an entity: what begins with a digit is a value."""
    return not text[:1].isdigit() and text[:1] not in "+-"


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        wrong(key, "text", value)
    return str(value)
