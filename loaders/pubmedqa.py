"""PubMedQA: questions with abstracts as context and their conclusions as gold answers, as text."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import Number, read_json_object
from loaders.records import Reader, passages_of, text_of, wrong
from s3kg_neo4j.model import BadRecord, Question, Source

METADATA = Metadata(
    name="pubmedqa",
    title="PubMedQA (ori_pqal.json): questions, abstracts, conclusions",
    licence="MIT",
    revision="1cbae8e92f72f20c8d3747cbb3bf5bc53554d997",
    homepage="https://github.com/pubmedqa/pubmedqa",
    yields="questions",
)


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time; they bring no answers of models."""
    reader = Reader(path)
    for item in read_json_object(path):
        if isinstance(item, BadRecord):
            yield item
        else:
            name, value = item
            yield reader.read(f"record {name}", (name, value), _question)


def _question(item: tuple[str, Any]) -> Question:
    name, record = item
    if not isinstance(record, Mapping):
        wrong("", "an object", record)
    question = record.get("QUESTION")
    if not isinstance(question, str) or isinstance(question, Number):
        wrong("QUESTION", "text", question)
    return Question(
        id=name,
        text=question,
        gold=Source(text_of(record, "LONG_ANSWER")),
        context=Source(passages_of(record, "CONTEXTS")),
    )
