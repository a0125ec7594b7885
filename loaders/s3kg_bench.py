"""The S3KG authors' benchmark: pairs of texts with their triplets; any file of this shape."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import Number, read_json_lines
from loaders.records import Reader, identifier, text_of, triplet_source, wrong
from s3kg_neo4j.model import Answer, BadRecord, Question, Source, TextPair

METADATA = Metadata(
    name="s3kg_bench",
    title="S3KG authors' text pairs with triplets and a label",
    licence="none stated (texts: MRPC, PAWS-Wiki, STS12, Semantic-KG, Wikipedia, PubMedQA)",
    revision="26bee4fb423a33b13d92191722cb7aae58f7d01d",
    homepage="https://github.com/subu0106/KGX-Graph-Similarity",
    yields="pairs",
)

PAIR = ("id", "text_1", "text_2", "kg_1", "kg_2", "label")
"""Fields of a pair; other fields that hold text become its properties."""


def load(path: Path) -> Iterator[Record]:
    """Pairs (or, in the ranked set, candidates with their references), one at a time."""
    reader = Reader(path)
    for item in read_json_lines(path):
        yield item if isinstance(item, BadRecord) else reader.read(*item, _record)


def _record(record: Mapping[str, Any]) -> Question | TextPair:
    return _ranked(record) if "kg_candidate" in record else _pair(record)


def _ranked(record: Mapping[str, Any]) -> Question:
    """A line of the ranked set: a candidate answer with gold and context graphs."""

    def source(key: str) -> Source:
        return triplet_source(record.get(f"kg_{key}"), f"kg_{key}", text_of(record, key))

    return Question(
        id=identifier(record),
        gold=source("gold"),
        context=source("context"),
        answers=(Answer(model="candidate", source=source("candidate")),),
    )


def _pair(record: Mapping[str, Any]) -> TextPair:
    name = identifier(record)
    label = record.get("label")
    if label is not None and not (isinstance(label, Number) and label in ("0", "1")):
        wrong("label", "0, 1 or null", label)
    return TextPair(
        id=name,
        source_1=triplet_source(record.get("kg_1"), "kg_1", text_of(record, "text_1")),
        source_2=triplet_source(record.get("kg_2"), "kg_2", text_of(record, "text_2")),
        label=None if label is None else int(label),
        properties={
            key: str(value)
            for key, value in record.items()
            if key not in PAIR and isinstance(value, str)
        },
    )
