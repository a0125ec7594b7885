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

from loaders.json_text import read_json_array, read_json_lines, read_json_object
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
        "pubmedqa": "loaders.pubmedqa",
        "medhallu": "loaders.medhallu",
        "factcheck_gpt": "loaders.factcheck_gpt",
        "edc": "loaders.edc",
        "columns": "loaders.columns",
    },
)

TABLES = (".csv", ".tsv")
"""Endings of the names of tables."""

_TELLING = {
    "s3kg_bench": {"kg_1", "text_1", "kg_candidate"},
    "refchecker": {"claude2_response_kg"},
    "medhallu": {"Hallucinated Answer"},
    "factcheck_gpt": {"revised_response"},
}
"""Keys that only one format has."""

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
    if path.name.endswith("_texts.txt"):
        return "edc"
    if path.suffix.lower() in TABLES:
        return "columns" if _has_text_columns(path) else "triplet_table"
    return _by_keys(_first_record(path))


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


def _by_keys(first: Mapping[str, Any]) -> str:
    """The loader that a record's keys speak for."""
    for name, keys in _TELLING.items():
        if keys & set(first):
            return name
    if isinstance(first.get("answers"), Mapping):
        return "s3kg_llm_eval"
    if first and all(isinstance(v, Mapping) and "QUESTION" in v for v in first.values()):
        return "pubmedqa"
    return "columns" if _is_flat(first) else "jsonl"


def _has_text_columns(path: Path) -> bool:
    """Whether a table has columns of texts and none of triplets."""
    from loaders.columns import fits  # noqa: PLC0415  it imports this module
    from loaders.tables import table_rows  # noqa: PLC0415  the same

    row = next((item for item in table_rows(path) if not isinstance(item, BadRecord)), None)
    names = set(row[1]) if row else set()
    return fits(names) and not {"relation", "predicate"} & names


def _is_flat(record: Mapping[str, Any]) -> bool:
    """Whether a record has texts where the own format has objects."""
    from loaders.columns import fits  # noqa: PLC0415  it imports this module

    if any(isinstance(value, Mapping) for value in record.values()) or "answers" in record:
        return False
    return fits({str(key).casefold() for key in record})


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
        for item in read_json_object(path):
            return {} if isinstance(item, BadRecord) else {item[0]: item[1]}
    return {}
