"""One module a source format; each names its licence, revision and homepage.

A loader module has ``METADATA`` and ``load(path)``, which yields records one at a time: the
memory it takes does not grow with the file. A record that cannot be read is yielded as a
``BadRecord``, in its place, and the rest goes on.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from loaders.json_text import read_json_array, read_json_lines
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, Question, Source, TextPair
from s3kg_neo4j.registry import Registry

Record = Question | TextPair | BadRecord

LOADERS = Registry(
    "--loader",
    {
        "jsonl": "loaders.jsonl",
        "triplet_table": "loaders.triplet_table",
        "s3kg_llm_eval": "loaders.s3kg_llm_eval",
        "s3kg_bench": "loaders.s3kg_bench",
        "refchecker": "loaders.refchecker",
    },
)

TABLES = (".csv", ".tsv")
"""Endings of the names of tables."""

PROBED = 20
"""Lines that are looked at to find the format; those that cannot be read are passed over."""


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


def load(path: Path, name: str | None = None) -> Iterator[Record]:
    """Records of a file or folder, one at a time.

    Args:
        path: The file or folder.
        name: Loader to use; found out where not given.

    Raises:
        InputError: There is no such file.
        UsageError: There is no loader of that name.
    """
    module = LOADERS[name or detect(path)]
    _check_exists(path)
    records: Iterator[Record] = module.load(path)
    return records


def detect(path: Path) -> str:
    """Which loader fits a file or folder, by its name and first record.

    Raises:
        InputError: There is no such file.
    """
    _check_exists(path)
    if path.is_dir() or path.name.endswith("_answers.json"):
        return "refchecker"
    if path.suffix.lower() in TABLES:
        return "triplet_table"
    first = _first_record(path)
    if {"kg_1", "text_1", "kg_candidate"} & set(first):
        return "s3kg_bench"
    if isinstance(first.get("answers"), Mapping):
        return "s3kg_llm_eval"
    if "claude2_response_kg" in first:
        return "refchecker"
    return "jsonl"


def read_triplets(path: Path) -> Source:
    """One graph from a JSON list of triplets, JSON Lines, CSV or TSV.

    Raises:
        InputError: Nothing in the file can be used.
    """
    from loaders.triplet_file import read_triplet_file  # noqa: PLC0415  it imports this module

    _check_exists(path)
    return read_triplet_file(path)


def _check_exists(path: Path) -> None:
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")


def _first_record(path: Path) -> Mapping[str, Any]:
    lines = (item for item in read_json_lines(path))
    for item in islice(lines, PROBED):
        if not isinstance(item, BadRecord):
            return item[1]
    if path.suffix.lower() == ".json":
        for item in read_json_array(path):
            if not isinstance(item, BadRecord) and isinstance(item[1], Mapping):
                return item[1]
            break
    return {}
