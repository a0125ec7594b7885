"""RefChecker: answers of seven models with triplets and labels by people.

They bring no gold or context triplets: answers are NO_REFERENCE until contexts are extracted.
An empty triplet list is an answer that abstains.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import read_json_array, read_json_lines
from loaders.records import Reader, Seen, identifier, text_of, triplet_source, wrong
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import Answer, BadRecord, Question, Source

METADATA = Metadata(
    name="refchecker",
    title="RefChecker's answers with triplets that people labelled",
    licence="CC BY 4.0 (annotations); contexts: dolly CC BY-SA 3.0, MS MARCO research only",
    revision="1df1b25cee792ba2b171302e31ca4f768bd67703",
    homepage="https://github.com/amazon-science/RefChecker",
    yields="questions",
)

SUFFIX = "_answers.json"
TRIPLETS = "claude2_response_kg"
SETTINGS = {"nq": "nq_question_shortanswer"}
"""Files of questions that are not named as the annotations are."""

Texts = Mapping[str, Mapping[str, Any]]


def load(path: Path) -> Iterator[Record]:
    """Questions of one model's file, or of all files below a folder.

    In a folder the answers of all models to a question come together. The files of a setting
    are read side by side, so that no more is held than they differ in order; the questions and
    contexts that lie beside them in ``joined`` are held by id.

    Raises:
        InputError: There is no such file in the folder.
    """
    if path.is_file():
        yield from _load_file(path, *_joined(path))
        return
    files = sorted(path.rglob(f"*{SUFFIX}"), key=lambda file: (_setting(file), file.name))
    if not files:
        raise InputError(f"{path}: expected files *{SUFFIX} below it, found none; check the path")
    seen = Seen()
    for _, group in groupby(files, key=_setting):
        yield from _load_together(list(group), seen)


def _load_together(files: list[Path], seen: Seen) -> Iterator[Record]:
    texts, bad = _joined(files[0])
    yield from bad
    ids = Reader(files[0], seen)
    waiting: dict[str, Question] = {}
    for records in zip_longest(*(_load_file(file, texts, []) for file in files)):
        for record in records:
            if isinstance(record, Question):
                before = waiting.pop(record.id, replace(record, answers=()))
                question = replace(before, answers=before.answers + record.answers)
                if len(question.answers) < len(files):
                    waiting[question.id] = question
                else:
                    yield ids.read(f"question {question.id}", question, lambda whole: whole)
            elif record is not None:
                yield record
    for question in waiting.values():
        yield ids.read(f"question {question.id}", question, lambda whole: whole)


def _load_file(file: Path, texts: Texts, bad: list[BadRecord]) -> Iterator[Record]:
    yield from bad
    model = file.name.removesuffix(SUFFIX).partition("_")[2] or file.stem
    reader = Reader(file)
    for item in read_json_array(file):
        if isinstance(item, BadRecord):
            yield item
        else:
            yield reader.read(*item, lambda record: _question(record, model, texts))


def _question(record: object, model: str, texts: Texts) -> Question:
    if not isinstance(record, Mapping):
        wrong("", "an object", record)
    name = identifier(record)
    entries = record.get(TRIPLETS)
    if not isinstance(entries, list):
        wrong(TRIPLETS, "a list", entries)
    triplets = [
        entry["triplet"] if isinstance(entry, Mapping) and "triplet" in entry else entry
        for entry in entries
    ]
    known = texts.get(name, {})
    return Question(
        id=name,
        text=text_of(known, "question"),
        gold=_optional(known, "human_response") or _optional(known, "short_answers"),
        context=_optional(known, "context"),
        answers=(Answer(model, triplet_source(triplets, TRIPLETS, text_of(record, "response"))),),
    )


def _optional(known: Mapping[str, Any], key: str) -> Source | None:
    """A text, or passages of one, of which nothing has been extracted."""
    value = known.get(key)
    if not value:
        return None
    if not isinstance(value, list):
        return Source(text_of(known, key))
    if not all(isinstance(part, str) for part in value):
        wrong(key, "a list of texts", value)
    return Source(("; " if key == "short_answers" else "\n\n").join(value))


def _setting(file: Path) -> str:
    return file.name.removesuffix(SUFFIX).partition("_")[0]


def _joined(file: Path) -> tuple[Texts, list[BadRecord]]:
    """Questions and contexts by id, where they lie beside the annotations."""
    name = SETTINGS.get(_setting(file), _setting(file))
    for parent in file.absolute().parents[:4]:
        path = parent / "joined" / f"{name}.jsonl"
        if path.is_file():
            texts: dict[str, Mapping[str, Any]] = {}
            bad: list[BadRecord] = []
            for item in read_json_lines(path):
                if isinstance(item, BadRecord):
                    bad.append(item)
                else:
                    texts[str(item[1].get("id"))] = item[1]
            return texts, bad
    return {}, []
