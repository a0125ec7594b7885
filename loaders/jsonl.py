"""The program's own format: JSON Lines, one question a line.

``id`` is text or a number; all else is optional. ``gold``, ``context`` and each of ``answers``
hold ``text``, ``triplets`` (a list of three texts, or of objects with head or subject, relation
or predicate, tail or object; null or absent where nothing has been extracted) and ``status`` (OK,
TRUNCATED, FAILED or REFUSED: how the extraction ended), and ``rejected`` (entries that an
extraction threw out, [index, reason] each). An answer names its ``model`` and may have
``temperature``, ``repeat``, and a ``gold`` and ``context`` of its own.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import Number, parse_json, read_json_lines, reason, shown
from loaders.records import (
    FieldError,
    Reader,
    identifier,
    joined,
    source_of,
    temperature_of,
    text_of,
    whole_number,
    wrong,
)
from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.model import Answer, BadRecord, Question, Source
from s3kg_neo4j.text import is_blank

METADATA = Metadata(
    name="jsonl",
    title="Own format: questions with gold answer, context and answers",
    licence="the user's own",
    revision="1",
    homepage="docs/loaders.md",
    yields="questions",
)

FIRST = Number("0")
"""Repeat of an answer that names none."""


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time."""
    reader = Reader(path)
    for item in read_json_lines(path):
        yield item if isinstance(item, BadRecord) else reader.read(*item, _question)


def parse_line(line: bytes) -> Question:
    """The question of one line that stands by itself.

    Raises:
        UsageError: It cannot be read; the message names the field.
    """
    try:
        record = parse_json(line.decode())
        if not isinstance(record, Mapping):
            wrong("", "an object", record)
        return _question(record)
    except FieldError as error:
        raise UsageError(str(error.at("request", "question"))) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"question: expected JSON, found none: {reason(error)}") from None


def _question(record: Mapping[str, Any]) -> Question:
    name = identifier(record)
    return Question(
        id=name,
        text=text_of(record, "question"),
        gold=_optional(record, "gold"),
        context=_optional(record, "context"),
        answers=_answers(record),
    )


def _answers(record: Mapping[str, Any]) -> tuple[Answer, ...]:
    if "answer" in record and "answers" not in record:
        wrong("answers", "a list of answers", None)
    values = record.get("answers")
    if values is None:
        return ()
    if not isinstance(values, list):
        wrong("answers", "a list", values)
    answers = tuple(_answer(value, f"answers[{i}]") for i, value in enumerate(values))
    variants: set[tuple[str, float | None, int]] = set()
    for i, answer in enumerate(answers):
        variant = (answer.model, answer.temperature, answer.repeat)
        if variant in variants:
            raise FieldError(
                f"answers[{i}]",
                f"expected a new model, temperature or repeat, found {shown(list(variant))} again",
                "number the answers with repeat",
            )
        variants.add(variant)
    return answers


def _answer(value: object, field: str) -> Answer:
    if not isinstance(value, Mapping):
        wrong(field, "an object", value)
    model = value.get("model")
    if not isinstance(model, str) or isinstance(model, Number) or is_blank(model):
        wrong(f"{field}.model", "the model's name", model)
    repeat = value.get("repeat")
    return Answer(
        model=model,
        source=source_of(value, field),
        temperature=temperature_of(value.get("temperature"), f"{field}.temperature"),
        repeat=whole_number(FIRST if repeat is None else repeat, f"{field}.repeat"),
        gold=_optional(value, "gold", field),
        context=_optional(value, "context", field),
    )


def _optional(record: Mapping[str, Any], key: str, parent: str = "") -> Source | None:
    value = record.get(key)
    return None if value is None else source_of(value, joined(parent, key))
