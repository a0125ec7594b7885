"""RefChecker: answers of seven models with triplets and labels by people.

They bring no gold or context triplets: answers are NO_REFERENCE until contexts are extracted.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.lines import parse_json, reason, shown
from loaders.records import FieldError, Seen, identifier, text_of, triplet_source, wrong
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
SETTINGS = {"dolly": "dolly", "msmarco": "msmarco", "nq": "nq_question_shortanswer"}


def load(path: Path) -> Iterator[Record]:
    """Answers of one file, or of every file below a folder; one question for each answer.

    A file holds one model's hundred answers (about 100 kB), so it is read whole.
    """
    files = [path] if path.is_file() else sorted(path.rglob(f"*{SUFFIX}"))
    if not files:
        raise InputError(f"{path}: no *{SUFFIX} below it; name RefChecker's human_annotations_v1")
    for file in files:
        yield from _load_file(file, prefix=len(files) > 1)


def human_labels(path: Path) -> dict[str, list[str]]:
    """Labels that people gave to the triplets of each answer, in their order, by id."""
    records = json.loads(path.read_text(encoding="utf-8"))
    return {
        record["id"]: [entry["human_label"] for entry in record["claude2_response_kg"]]
        for record in records
    }


def _load_file(file: Path, *, prefix: bool) -> Iterator[Record]:
    setting, _, model = file.name.removesuffix(SUFFIX).partition("_")
    try:
        records = parse_json(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        yield BadRecord(file.name, "the file", "", f"not JSON: {reason(error)}", "get it again")
        return
    if not isinstance(records, list):
        yield BadRecord(
            file.name, "the file", "", f"expected a list, found {shown(records)}", "get it again"
        )
        return
    texts = _joined(file, setting)
    seen = Seen()
    for number, record in enumerate(records):
        try:
            question = _question(record, model, texts, f"{setting}/{model}/" if prefix else "")
            seen.add(question.id)
        except FieldError as error:
            yield error.at(file.name, f"record {number}")
        else:
            yield question


def _question(
    record: object, model: str, texts: Mapping[str, Mapping[str, Any]], prefix: str
) -> Question:
    if not isinstance(record, Mapping):
        wrong("", "an object", record)
    entries = record.get("claude2_response_kg")
    if not isinstance(entries, list):
        wrong("claude2_response_kg", "a list", entries)
    triplets = [e.get("triplet") if isinstance(e, Mapping) else e for e in entries]
    name = identifier(record)
    known = texts.get(name, {})
    context = known.get("context", known.get("passages", []))
    passages = [context] if isinstance(context, str) else context
    return Question(
        id=prefix + name,
        text=text_of(known, "question"),
        gold=Source(text_of(known, "human_response")) if "human_response" in known else None,
        context=Source("\n\n".join(map(str, passages))) if passages else None,
        answers=(
            Answer(
                model=model,
                source=triplet_source(
                    triplets, "claude2_response_kg", text_of(record, "response")
                ),
            ),
        ),
    )


def _joined(file: Path, setting: str) -> dict[str, dict[str, Any]]:
    """Question and context by id, where they lie beside the annotations."""
    for parent in file.parents[:4]:
        path = parent / "joined" / f"{SETTINGS.get(setting, setting)}.jsonl"
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            return {str(row["id"]): row for row in map(json.loads, lines)}
    return {}
