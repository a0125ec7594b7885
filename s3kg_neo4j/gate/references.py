"""Stage: reference graphs in the database, beside the graphs of questions."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any
from uuid import uuid4

from s3kg_neo4j.database import Database, batches
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.gate.model import Fact, RefEntity, Reference, Relation
from s3kg_neo4j.gate.values import FIRST_DAY, LAST_DAY, literal, name_key, period, relation_key
from s3kg_neo4j.progress import Progress

BATCH = 5000
"""Rows of one transaction."""

SCHEMA = (
    "unique_ref_name",
    "unique_ref_entity",
    "unique_ref_relation",
    "ref_fact_key",
    "ref_fact_object_key",
    "ref_name_text",
)
CHECKS = ("check_functional", "check_aliases", "check_cycles", "check_types")
PATH_LENGTHS = (0, 2, 3)
"""Relations that a declared path may have; 0 is no path."""

Row = dict[str, Any]


def validate_reference(reference: Reference) -> None:
    """Read a reference to its end, so that a bad one is refused before another is replaced.

    Raises:
        InputError: Something in it cannot be stored, or there is no fact.
    """
    known = {_entity(entity)["id"] for entity in reference.entities}
    relations = _relations(reference.relations)
    for apart in reference.apart:
        _require(known, apart.entity, f"name {apart.name!r} kept apart from")
    facts = 0
    for facts, fact in enumerate(reference.facts, start=1):
        _fact("", facts, fact, relations)
        _require(known, fact.subject, f"fact {fact.subject!r} {fact.relation!r} {fact.object!r}:")
    if not facts:
        raise InputError("reference: expected facts, found none; see docs/gate.md for the formats")


def load_reference(database: Database, name: str, reference: Reference) -> dict[str, int]:
    """Store a reference under ``name``; one of that name is replaced.

    Returns:
        How many entities, relations and facts there are now.

    Raises:
        UsageError: The name cannot be one.
        InputError: Something in it cannot be stored, or there is no fact.
    """
    if not name.strip() or "|" in name:
        raise UsageError(f"--name: expected text without a bar, got {name!r}")
    for query in SCHEMA:
        database.run(f"schema/{query}")
    delete_reference(database, name)
    counts = {"entities": 0, "relations": 0, "facts": 0}
    with Progress("facts") as progress:
        for entities in batches(reference.entities, BATCH):
            database.run(
                "gate/create_entities", reference=name, entities=list(map(_entity, entities))
            )
            counts["entities"] += len(entities)
        relations = _relations(reference.relations)
        database.run("gate/merge_relations", reference=name, relations=list(relations.values()))
        counts["relations"] = len(relations)
        for apart in batches(reference.apart, BATCH):
            pairs = [{"name": name_key(one.name), "entity": one.entity} for one in apart]
            database.run("gate/apart_names", reference=name, apart=pairs)
        for facts in batches(reference.facts, BATCH):
            first = counts["facts"]
            rows = [_fact(name, first + place, fact, relations) for place, fact in enumerate(facts)]
            database.run("gate/create_facts", reference=name, facts=rows)
            counts["facts"] += len(facts)
            progress.advance(len(facts))
    if not counts["facts"]:
        raise InputError(f"reference {name}: expected facts, found none")
    if not database.run("gate/finish_reference", reference=name, counts=counts):
        delete_reference(database, name)
        raise InputError(
            f"reference {name}: other facts than those given; load it alone, and describe the "
            "subject of each fact"
        )
    return counts


@contextmanager
def stored_meanwhile(database: Database, reference: Reference) -> Iterator[str]:
    """Store a reference under a name of its own, which is given, and remove it in the end."""
    name = f"meanwhile-{uuid4().hex}"
    try:
        load_reference(database, name, reference)
        yield name
    finally:
        delete_reference(database, name)


def list_references(database: Database) -> list[Row]:
    """Names and sizes of the references that are stored whole."""
    return database.run("gate/list_references")


def delete_reference(database: Database, name: str) -> None:
    """Remove a reference, or what a load that was cut off left of it; some nodes at a time."""
    while database.run("gate/delete_reference", reference=name, limit=BATCH)[0]["deleted"]:
        pass


def show_entity(database: Database, name: str, entity: str) -> list[Row]:
    """What a reference says of everything that ``entity`` names, as rows.

    Raises:
        InputError: The reference is not stored, or nothing in it has that name.
    """
    require_reference(database, name)
    rows = database.run("gate/show_entity", reference=name, key=f"{name}|{name_key(entity)}")
    if not rows:
        raise InputError(
            f"reference {name}: nothing there is named {entity!r}; give a whole name or "
            "alias, as `s3kg gate --suggest` lists them"
        )
    return rows


def check_reference(database: Database, name: str) -> list[Row]:
    """Where a reference disagrees with itself, as rows of problem, where and values.

    Raises:
        InputError: It is not stored.
    """
    require_reference(database, name)
    return [row for check in CHECKS for row in database.run(f"gate/{check}", reference=name)]


def require_reference(database: Database, name: str) -> str:
    """The edition of a reference that is stored whole: another one each time it is stored.

    Raises:
        InputError: It is not stored.
    """
    rows = database.run("gate/find_reference", reference=name)
    if not rows:
        raise InputError(f"reference {name!r}: not stored; see `s3kg reference list`")
    return str(rows[0]["edition"])


def _require(known: Collection[str], entity: str, what: str) -> None:
    if entity not in known:
        raise InputError(f"{what} {entity!r}: no such entity in the reference; describe it there")


def encoder_of(database: Database, name: str) -> str:
    """Name of the encoder whose vectors the names of a reference have, "" for none."""
    [row] = database.run("gate/find_reference", reference=name)
    return str(row["encoder"])


def _entity(entity: RefEntity) -> Row:
    names = dict.fromkeys(filter(None, map(name_key, (entity.name, *entity.aliases))))
    value = asdict(literal(entity.name)) if entity.name.strip() else {}
    return value | {
        "id": entity.id,
        "name": entity.name,
        "type": entity.type,
        "names": list(names),
    }


def _relations(relations: Iterable[Relation]) -> dict[str, Row]:
    """Rows by key of name or alias; an inverse is one both ways, and as transitive.

    Raises:
        InputError: A name is one of two relations that differ in more than its spelling, or
            something else in one cannot be stored.
    """
    rows: dict[str, Row] = {}
    for relation in relations:
        row = _relation(relation)
        for key in dict.fromkeys([row["relation"], *row["aliases"]]):
            known = rows.get(key)
            if known and known | {"name": ""} != row | {"name": ""}:
                raise InputError(
                    f"relation {relation.name!r}: {key!r} names another one as well; give "
                    "each name to one relation"
                )
            rows.setdefault(key, row)
    for row in list(rows.values()):
        row["path"] = [rows[step]["relation"] if step in rows else step for step in row["path"]]
        if row["inverse"]:
            other = rows.setdefault(row["inverse"], _relation(Relation(row["inverse"])))
            row["inverse"] = other["relation"]
            other["inverse"] = row["relation"]
            row["transitive"] = other["transitive"] = row["transitive"] or other["transitive"]
    return {key: row | _read_back(row, rows) | {"key": key} for key, row in rows.items()}


def _read_back(row: Row, rows: Mapping[str, Row]) -> Row:
    """How a relation reads from tail to head, and which of the two its edges are kept as."""
    own, inverse = row["relation"], row["inverse"]
    back = own if row["symmetric"] else inverse
    turned = not row["symmetric"] and inverse is not None and inverse < own
    return {
        "back": back,
        "functional_back": back is not None and rows[back]["functional"],
        "edge": inverse if turned else own,
        "turned": turned,
    }


def _relation(relation: Relation) -> Row:
    name = f"relation {relation.name!r}"
    unit = literal(f"1 {relation.unit}") if relation.unit else literal("1")
    if unit.low is None or bool(unit.unit) != bool(relation.unit):
        raise InputError(f"{name}: unit: expected one as km, got {relation.unit!r}")
    if len(relation.path) not in PATH_LENGTHS:
        raise InputError(f"{name}: path: expected 2 or 3 relations, got {len(relation.path)}")
    key = relation_key(relation.name)[0]
    return asdict(relation) | {
        "relation": key,
        "aliases": [relation_key(alias)[0] for alias in relation.aliases],
        "inverse": relation_key(relation.inverse)[0] if relation.inverse else None,
        "unit": unit.unit,
        "unit_name": relation.unit,
        "worth": unit.low,
        "path": [relation_key(step)[0] for step in relation.path],
    }


def _fact(reference: str, number: int, fact: Fact, relations: Mapping[str, Row]) -> Row:
    relation, negated = relation_key(fact.relation)
    known = relations.get(relation)
    relation = known["relation"] if known else relation
    try:
        first, last = period(fact.valid_from, fact.valid_to)
    except UsageError as error:
        place = f"fact {fact.subject!r} {fact.relation!r} {fact.object!r}"
        raise InputError(f"{place} ({fact.source}): {error}") from None
    value = literal(fact.object, known["unit_name"] if known else "")
    return {
        "id": number,
        "key": f"{reference}|{fact.subject}|{relation}",
        "subject": fact.subject,
        "relation": relation,
        "name": fact.relation,
        "negated": negated,
        "object": fact.object,
        "valid_from": first,
        "valid_to": last,
        "source": fact.source,
        "confidence": fact.confidence,
        "edge": known["edge"] if known else relation,
        "turned": bool(known and known["turned"]),
        "symmetric": bool(known and known["symmetric"]),
        "when": (f", from {first}" if first > FIRST_DAY else "")
        + (f", until {last}" if last < LAST_DAY else ""),
    } | asdict(value)
