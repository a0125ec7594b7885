"""References and claims as tables, as GraphJudge has them.

A reference is a folder with ``ref_entities.csv`` (id, name, type, aliases between bars; every other
column is an attribute: a functional relation to a literal) and ``ref_facts.csv`` (src, rel, dst,
functional; optional valid_from, valid_to, source). Claims are a table with subject, rel (or
relation) and object; optional doc (or document), cid (or id), valid_from, valid_to.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

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


def load_claims(path: Path) -> Iterator[Claim]:
    """The claims of a table, in order.

    Raises:
        InputError: A column is not there, or a row cannot be read.
    """
    for place, row in _rows(path):
        yield Claim(
            id=row.get("cid") or row.get("id") or place,
            subject=_cell(path, place, row, "subject"),
            relation=row.get("rel") or _cell(path, place, row, "relation"),
            object=_cell(path, place, row, "object"),
            document=row.get("doc") or row.get("document") or "",
            valid_from=row.get("valid_from", ""),
            valid_to=row.get("valid_to", ""),
        )


def _entities(path: Path) -> Iterator[RefEntity]:
    for place, row in _rows(path / ENTITIES):
        name = _cell(path / ENTITIES, place, row, "name")
        aliases = tuple(alias for alias in row.get("aliases", "").split("|") if alias.strip())
        yield RefEntity(row.get("id") or name, name, row.get("type", ""), aliases)


def _attributes(path: Path) -> Iterator[Fact]:
    for place, row in _rows(path / ENTITIES):
        own = row.get("id") or _cell(path / ENTITIES, place, row, "name")
        for column, value in row.items():
            if column not in _PLAIN and value.strip():
                yield Fact(own, column, value, source=f"{ENTITIES} {place}")


def _facts(path: Path) -> Iterator[Fact]:
    yield from _attributes(path)
    for place, row in _rows(path / FACTS):
        yield Fact(
            _cell(path / FACTS, place, row, "src"),
            _cell(path / FACTS, place, row, "rel"),
            _cell(path / FACTS, place, row, "dst"),
            row.get("valid_from", ""),
            row.get("valid_to", ""),
            row.get("source") or f"{FACTS} {place}",
        )


def _relations(path: Path) -> Iterator[Relation]:
    functional = {fact.relation: True for fact in _attributes(path)}
    for place, row in _rows(path / FACTS):
        name = _cell(path / FACTS, place, row, "rel")
        functional[name] = functional.get(name, False) or row.get("functional", "") in _TRUE
    return (Relation(name, functional=is_one) for name, is_one in functional.items())


def _rows(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    for item in table_rows(path):
        if isinstance(item, BadRecord):
            raise InputError(str(item))
        place, row = item
        yield place, {name: value.strip() for name, value in row.items()}


def _cell(path: Path, place: str, row: Mapping[str, str], column: str) -> str:
    value = row.get(column, "")
    if not value:
        raise InputError(f"{path.name}: {place}: {column}: expected text, found nothing")
    return value
