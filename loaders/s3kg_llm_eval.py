"""The S3KG authors' evaluation of language models: three graphs extracted with each answer."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import read_json_lines
from loaders.records import Reader, identifier, text_of, triplet_source, wrong
from s3kg_neo4j.model import Answer, BadRecord, Question, Source
from s3kg_neo4j.text import is_blank

METADATA = Metadata(
    name="s3kg_llm_eval",
    title="S3KG authors' answers of language models with gold, answer and context triplets",
    licence="none stated (PubMedQA part: source under MIT)",
    revision="26bee4fb423a33b13d92191722cb7aae58f7d01d",
    homepage="https://github.com/subu0106/KGX-Graph-Similarity",
    yields="questions",
)

TEMPERATURE = 0.0
"""All of these answers were generated at 0."""


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time; gold and context graphs belong to each answer."""
    reader = Reader(path)
    for item in read_json_lines(path):
        yield item if isinstance(item, BadRecord) else reader.read(*item, _question)


def _question(record: Mapping[str, Any]) -> Question:
    name = identifier(record)
    answers = record.get("answers")
    if not isinstance(answers, Mapping):
        wrong("answers", "an object by model", answers)
    gold, context = text_of(record, "gold_answer"), text_of(record, "context")
    return Question(
        id=name,
        text=text_of(record, "question"),
        gold=Source(gold),
        context=Source(context),
        answers=tuple(_answer(model, value, gold, context) for model, value in answers.items()),
    )


def _answer(model: str, value: object, gold: str, context: str) -> Answer:
    field = f"answers.{model}"
    if is_blank(model):
        wrong("answers", "names of models", model)
    if not isinstance(value, Mapping):
        wrong(field, "an object", value)

    def source(key: str, text: str) -> Source:
        return triplet_source(value.get(key), f"{field}.{key}", text)

    return Answer(
        model=model,
        source=source("kg_llm", text_of(value, "text", field)),
        temperature=TEMPERATURE,
        gold=source("kg_gold", gold),
        context=source("kg_context", context),
    )
