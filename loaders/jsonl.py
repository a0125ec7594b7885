"""The program's own format: JSON Lines, one question a line."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.lines import Number, read_json_lines
from loaders.records import FieldError, Seen, identifier, source_of, temperature_of, text_of, wrong
from s3kg_neo4j.model import Answer, BadRecord, Question, Source

METADATA = Metadata(
    name="jsonl",
    title="Own format: questions with gold answer, context and answers",
    licence="the user's own",
    revision="1",
    homepage="docs/loaders.md",
    yields="questions",
)


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time."""
    seen = Seen()
    for item in read_json_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place, record = item
        try:
            question = _question(record)
            seen.add(question.id)
        except FieldError as error:
            yield error.at(path.name, place)
        else:
            yield question


def _question(record: Mapping[str, Any]) -> Question:
    answers = record.get("answers", [])
    if not isinstance(answers, list):
        wrong("answers", "a list", answers)
    parsed = tuple(_answer(answer, f"answers[{i}]") for i, answer in enumerate(answers))
    variants: set[tuple[str, float | None, int]] = set()
    for i, answer in enumerate(parsed):
        variant = (answer.model, answer.temperature, answer.repeat)
        if variant in variants:
            raise FieldError(
                f"answers[{i}]",
                f"a second answer of {answer.model!r} at this temperature",
                "number them with repeat",
            )
        variants.add(variant)
    return Question(
        id=identifier(record),
        text=text_of(record, "question"),
        gold=_optional(record, "gold"),
        context=_optional(record, "context"),
        answers=parsed,
    )


def _answer(value: object, field: str) -> Answer:
    if not isinstance(value, Mapping):
        wrong(field, "an object", value)
    model = value.get("model")
    if not isinstance(model, str) or not model.strip():
        wrong(f"{field}.model", "the model's name", model)
    return Answer(
        model=str(model),
        source=source_of(value, field),
        temperature=temperature_of(value, f"{field}.temperature"),
        repeat=_repeat(value, f"{field}.repeat"),
        gold=_optional(value, "gold", field),
        context=_optional(value, "context", field),
    )


def _optional(record: Mapping[str, Any], key: str, parent: str = "") -> Source | None:
    value = record.get(key)
    if value is None:
        return None
    return source_of(value, f"{parent}.{key}" if parent else key)


def _repeat(value: Mapping[str, Any], field: str) -> int:
    repeat = value.get("repeat", Number("0"))
    if not isinstance(repeat, Number) or not repeat.isdecimal():
        wrong(field, "a whole number", repeat)
    return int(repeat)
