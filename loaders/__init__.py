"""One module a source format; each names its licence, revision and homepage."""

import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Literal

from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.model import BadRecord, Question, TextPair

Record = Question | TextPair | BadRecord

NAMES = ("jsonl", "triplet_table", "s3kg_llm_eval", "s3kg_bench", "refchecker")
"""Modules of this package that are loaders."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a loader reads and where that comes from.

    Attributes:
        name: The module's name.
        title: What the source is, in a few words.
        licence: Licence of the data, as their origin states it.
        revision: Version or commit that the loader was written for.
        homepage: Where the data come from.
        yields: Kind of record.
    """

    name: str
    title: str
    licence: str
    revision: str
    homepage: str
    yields: Literal["questions", "pairs"]


def loader(name: str) -> ModuleType:
    """The loader of that name, imported when it is first asked for.

    Raises:
        UsageError: There is none.
    """
    if name not in NAMES:
        raise UsageError(f"--loader: expected one of {', '.join(NAMES)}, got {name!r}")
    return importlib.import_module(f"loaders.{name}")


def load(path: Path, name: str | None = None) -> Iterator[Record]:
    """Records of ``path``, one at a time.

    Raises:
        InputError: There is no such file, or no loader fits it.
        UsageError: There is no loader of that name.
    """
    chosen = loader(name or detect(path))
    records: Iterator[Record] = chosen.load(path)
    return records


def detect(path: Path) -> str:
    """Which loader fits a file or folder, by its name and first record.

    Raises:
        InputError: There is no such file, or none fits.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    if path.is_dir() or path.name.endswith("_answers.json"):
        return "refchecker"
    if path.suffix.lower() in (".csv", ".tsv"):
        return "triplet_table"
    first = _first_record(path)
    if {"kg_1", "text_1", "kg_candidate"} & set(first):
        return "s3kg_bench"
    if isinstance(first.get("answers"), Mapping):
        return "s3kg_llm_eval"
    return "jsonl"


def _first_record(path: Path) -> Mapping[str, object]:
    from loaders.lines import MOST_BYTES  # noqa: PLC0415  it imports this module's records

    with path.open("rb") as stream:
        while line := stream.readline(MOST_BYTES):
            if line.strip():
                break
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
