"""Stage: reference graphs in the database, beside the graphs of questions."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from typing import Any, TypeVar

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Fact, RefEntity, Reference
from s3kg_neo4j.gate.values import literal, name_key, period, relation_key
from s3kg_neo4j.progress import Progress

BATCH = 5000
"""Rows of one transaction."""

T = TypeVar("T")


def load_reference(database: Database, name: str, reference: Reference) -> dict[str, int]:
    """Store a reference under ``name``; one of that name is replaced.

    Returns:
        How many entities, relations and facts there are now.

    Raises:
        InputError: There is no fact.
    """
    _create_schema(database)
    delete_reference(database, name)
    counts = {"entities": 0, "relations": 0, "facts": 0}
    with Progress("facts") as progress:
        for entities in _batches(reference.entities):
            database.run(
                "gate/create_entities", reference=name, entities=list(map(_entity, entities))
            )
            counts["entities"] += len(entities)
        relations = [
            asdict(relation)
            | {
                "key": relation_key(relation.name)[0],
                "inverse": relation_key(relation.inverse)[0] if relation.inverse else None,
            }
            for relation in reference.relations
        ]
        database.run("gate/merge_relations", reference=name, relations=relations)
        counts["relations"] = len(relations)
        number = 0
        for facts in _batches(reference.facts):
            rows = [_fact(name, number + place, fact) for place, fact in enumerate(facts)]
            number += len(facts)
            database.run("gate/create_facts", reference=name, facts=rows)
            progress.advance(len(facts))
        counts["facts"] = number
    if not number:
        raise InputError(f"reference {name}: expected facts, found none")
    database.run("gate/finish_reference", reference=name, counts=counts)
    return counts


def list_references(database: Database) -> list[dict[str, Any]]:
    """Names and sizes of the references that are stored whole."""
    return database.run("gate/list_references")


def delete_reference(database: Database, name: str) -> None:
    """Remove a reference, some nodes at a time."""
    while database.run("gate/delete_reference", reference=name, limit=BATCH)[0]["deleted"]:
        pass


def check_reference(database: Database, name: str) -> list[dict[str, Any]]:
    """Where a reference disagrees with itself: functional relations, aliases."""
    return database.run("gate/check_functional", reference=name) + database.run(
        "gate/check_aliases", reference=name
    )


def _create_schema(database: Database) -> None:
    for name in ("unique_ref_name", "unique_ref_entity", "unique_ref_relation", "ref_fact_key"):
        database.run(f"schema/{name}")


def _entity(entity: RefEntity) -> dict[str, Any]:
    names = dict.fromkeys(map(name_key, (entity.name, *entity.aliases)))
    return {"id": entity.id, "name": entity.name, "type": entity.type, "names": list(names)}


def _fact(reference: str, number: int, fact: Fact) -> dict[str, Any]:
    relation, negated = relation_key(fact.relation)
    first, last = period(fact.valid_from, fact.valid_to)
    value = literal(fact.object)
    return {
        "id": number,
        "key": f"{reference}|{fact.subject}|{relation}",
        "subject": fact.subject,
        "relation": relation,
        "name": fact.relation,
        "negated": negated,
        "object": fact.object,
        "text": value.text,
        "number": value.number,
        "unit": value.unit,
        "year": value.year,
        "valid_from": first,
        "valid_to": last,
        "source": fact.source,
    }


def _batches(items: Iterable[T]) -> Iterator[list[T]]:
    iterator = iter(items)
    while batch := list(islice(iterator, BATCH)):
        yield batch
