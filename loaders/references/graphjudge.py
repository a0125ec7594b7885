"""References and claims as tables, as GraphJudge has them.

A reference is a folder with ``ref_entities.csv`` (id, name, type, aliases between bars; every other
column is an attribute: a functional relation to a literal) and ``ref_facts.csv`` (src, rel, dst,
functional; optional valid_from, valid_to, source). Claims are a table with subject, rel (or
relation) and object; optional doc (or document), cid (or id), valid_from, valid_to.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from loaders.records import wrong
from loaders.references import claims_of, made_of
from loaders.tables import table_rows
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.model import BadRecord

LICENCE = "the user's own (GraphJudge: none stated)"
HOMEPAGE = "https://github.com/xesws/HackWithBay_repo"
REVISION = "81311ff76e688fc440c1c61ef98af1315b72b157"

ENTITIES, FACTS = "ref_entities.csv", "ref_facts.csv"
_PLAIN = frozenset(["id", "name", "type", "aliases"])
_TRUE = frozenset(["true", "1", "yes"])


def load_reference(path: Path) -> Reference:
    """The reference in a folder; its tables are read as they are needed.

    Raises:
        InputError: A table or a column is not there, or a row cannot be read.
    """
    for name in (ENTITIES, FACTS):
        if not (path / name).is_file():
            raise InputError(f"{path}: expected {name} there, found none")
    return Reference(_entities(path), _relations(path), _facts(path))


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """The claims of a table, in order."""
    return claims_of(path, table_rows(path), _claim)


def _claim(place: str, row: Mapping[str, str]) -> Claim:
    relation = "rel" if "rel" in row else "relation"
    return Claim(
        id=row.get("cid") or row.get("id") or place,
        subject=_cell(row, "subject"),
        relation=_cell(row, relation),
        object=_cell(row, "object"),
        document=row.get("doc") or row.get("document") or "",
        valid_from=row.get("valid_from", ""),
        valid_to=row.get("valid_to", ""),
    )


def _entities(path: Path) -> Iterator[RefEntity]:
    return made_of(path / ENTITIES, table_rows(path / ENTITIES), _entity)


def _entity(_: str, row: Mapping[str, str]) -> Iterator[RefEntity]:
    name = _cell(row, "name")
    aliases = tuple(alias for alias in row.get("aliases", "").split("|") if alias.strip())
    yield RefEntity(row.get("id") or name, name, row.get("type", ""), aliases)


def _attributes(path: Path) -> Iterator[Fact]:
    return made_of(path / ENTITIES, table_rows(path / ENTITIES), _attribute)


def _attribute(place: str, row: Mapping[str, str]) -> Iterator[Fact]:
    own = row.get("id") or _cell(row, "name")
    for column, value in row.items():
        if column not in _PLAIN and value.strip():
            yield Fact(own, column, value.strip(), source=f"{ENTITIES} {place}")


def _facts(path: Path) -> Iterator[Fact]:
    yield from _attributes(path)
    yield from made_of(path / FACTS, table_rows(path / FACTS), _fact)


def _fact(place: str, row: Mapping[str, str]) -> Iterator[Fact]:
    yield Fact(
        _cell(row, "src"),
        _cell(row, "rel"),
        _cell(row, "dst"),
        row.get("valid_from", ""),
        row.get("valid_to", ""),
        row.get("source") or f"{FACTS} {place}",
    )


def _relations(path: Path) -> Iterator[Relation]:
    functional = {fact.relation: True for fact in _attributes(path)}
    for name, is_one in made_of(path / FACTS, table_rows(path / FACTS), _functional):
        functional[name] = functional.get(name, False) or is_one
    return (Relation(name, functional=is_one) for name, is_one in functional.items())


def _functional(_: str, row: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    yield _cell(row, "rel"), row.get("functional", "").strip() in _TRUE


def _cell(row: Mapping[str, str], column: str) -> str:
    value = row.get(column, "").strip()
    if not value:
        wrong(column, "text", None)
    return value
