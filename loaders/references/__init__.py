"""Reference graphs and claims: one module a format, as for questions."""

from collections.abc import Iterator
from pathlib import Path

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Reference
from s3kg_neo4j.registry import Registry

REFERENCES = Registry(
    "--loader",
    {
        "graphjudge": "loaders.references.graphjudge",
        "jsonl": "loaders.references.jsonl",
    },
)


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


def load_claims(path: Path, name: str | None = None) -> Iterator[Claim]:
    """The claims in a file, in order.

    Raises:
        InputError: There is no such file.
        UsageError: There is no loader of that name.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    claims: Iterator[Claim] = REFERENCES[name or _detect(path)].load_claims(path)
    return claims


def _detect(path: Path) -> str:
    return "graphjudge" if path.is_dir() or path.suffix.lower() == ".csv" else "jsonl"
