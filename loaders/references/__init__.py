"""Reference graphs and claims: one module a format, as for questions."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from loaders.records import FieldError
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.gate.model import Claim, Fact, Reference
from s3kg_neo4j.gate.values import period
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.registry import Registry

Row = TypeVar("Row")
Made = TypeVar("Made")

REFERENCES = Registry(
    "--loader",
    {
        "factbench": "loaders.references.factbench",
        "factkg": "loaders.references.factkg",
        "graphjudge": "loaders.references.graphjudge",
        "jsonl": "loaders.references.jsonl",
        "multihal": "loaders.references.multihal",
        "rdf": "loaders.references.rdf",
    },
)

_SUFFIXES = {".csv": "graphjudge", ".nt": "rdf", ".ttl": "rdf"}
"""Endings of names that one format alone has."""


def load_reference(path: Path, name: str | None = None) -> Reference:
    """The reference in a file or folder.

    Raises:
        InputError: There is no such file.
        UsageError: There is no loader of that name.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    reference: Reference = REFERENCES[name or _detect(path)].load_reference(path)
    return reference


def load_claims(path: Path, name: str | None = None) -> Iterator[Claim | BadRecord]:
    """The claims in a file, in order; one that cannot be read is a bad record in its place.

    Raises:
        InputError: There is no such file.
        UsageError: There is no loader of that name.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    claims: Iterator[Claim | BadRecord] = REFERENCES[name or _detect(path)].load_claims(path)
    return claims


def made_of(
    path: Path,
    items: Iterator[tuple[str, Row] | BadRecord],
    make: Callable[[str, Row], Iterator[Made]],
) -> Iterator[Made]:
    """Parts of a reference from the records of a file.

    Raises:
        InputError: A record cannot be read: half a reference would give false verdicts.
    """
    for item in items:
        if isinstance(item, BadRecord):
            raise InputError(str(item))
        try:
            for made in make(*item):
                if isinstance(made, Fact):
                    period(made.valid_from, made.valid_to)
                yield made
        except FieldError as error:
            raise InputError(str(error.at(path.name, item[0]))) from None
        except UsageError as error:
            bad = BadRecord(path.name, item[0], "", str(error), "correct the record")
            raise InputError(str(bad)) from None


def claims_of(
    path: Path, items: Iterator[tuple[str, Row] | BadRecord], make: Callable[[str, Row], Claim]
) -> Iterator[Claim | BadRecord]:
    """Claims from the records of a file, with their periods checked."""
    for item in items:
        if isinstance(item, BadRecord):
            yield item
            continue
        try:
            claim = make(*item)
            period(claim.valid_from, claim.valid_to)
        except FieldError as error:
            yield error.at(path.name, item[0])
        except UsageError as error:
            yield BadRecord(path.name, item[0], "", str(error), "correct the record")
        else:
            yield claim


def _detect(path: Path) -> str:
    return "graphjudge" if path.is_dir() else _SUFFIXES.get(path.suffix.lower(), "jsonl")
