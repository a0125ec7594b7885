"""Questions as text in named columns: CSV, TSV or flat JSON Lines.

Names, in any case: ``id``; ``question`` (query, prompt, instruction), which only asking needs;
``gold`` (gold_answer,
reference, long_answer, ground_truth, and ``response`` beside an instruction, as dolly has it);
``context`` (passage, knowledge, document); ``answer`` (model_answer, prediction), or one column for
each model named ``answer_MODEL``. Beside a ``context`` and no gold column, ``answer`` is the gold
one, as MesaQA has it. A file of JSON Lines has the columns of its first lines.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from loaders import PROBED, TABLES, Metadata, Record
from loaders.json_text import read_json_lines
from loaders.records import Reader, passages_of, wrong
from loaders.tables import table_rows
from s3kg_neo4j.model import Answer, BadRecord, Question, Source

METADATA = Metadata(
    name="columns",
    title="Questions, gold answers, contexts and answers as text in named columns",
    licence="the user's own (dolly: CC BY-SA 3.0)",
    revision="1",
    homepage="docs/loaders.md",
    yields="questions",
)

NAMES = {
    "id": ("id", "qid", "question_id"),
    "question": ("question", "query", "prompt", "instruction"),
    "gold": ("gold", "gold_answer", "reference", "long_answer", "ground_truth", "response"),
    "context": ("context", "contexts", "passage", "knowledge", "document"),
    "answer": ("answer", "model_answer", "prediction"),
}
"""Names of the columns by what they hold; the first that is there counts."""

MODEL = "answer"
PREFIX = "answer_"


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time; rows without an id are named by their number."""
    reader = Reader(path)
    first = (item[1] for item in islice(_rows(path), PROBED) if not isinstance(item, BadRecord))
    make = partial(_question, has_gold=any(_name("gold", record) for record in first))
    number = 0
    for item in _rows(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        number += 1
        place, record = item
        record.setdefault(_name("id", record) or "id", str(number))
        yield reader.read(place, record, make)


def fits(names: set[str]) -> bool:
    """Whether columns of these (folded) names can be read: at least two kinds of text."""
    known = {kind for kind in NAMES if _name(kind, names) is not None} - {"id"}
    if any(name.startswith(PREFIX) for name in names):
        known.add("answer")
    return len(known) > 1


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]] | BadRecord]:
    rows = table_rows(path) if path.suffix.lower() in TABLES else read_json_lines(path)
    for item in rows:
        if isinstance(item, BadRecord):
            yield item
        else:
            yield item[0], {str(key).strip().casefold(): value for key, value in item[1].items()}


def _question(record: Mapping[str, Any], *, has_gold: bool) -> Question:
    texts = {kind: _text(record, kind) for kind in NAMES}
    asked = _name("question", record)
    if asked is not None and not texts["question"].strip():
        wrong(asked, "text", None)
    answers = {
        name.removeprefix(PREFIX): passages_of(record, name)
        for name in record
        if name.startswith(PREFIX) and name != PREFIX
    }
    if _name("answer", record) is not None and (has_gold or answers):
        answers.setdefault(MODEL, texts["answer"])
    elif not has_gold:
        texts["gold"] = texts["answer"]
    return Question(
        id=texts["id"],
        text=texts["question"],
        gold=Source(texts["gold"]) if texts["gold"].strip() else None,
        context=Source(texts["context"]) if texts["context"].strip() else None,
        answers=tuple(Answer(model, Source(text)) for model, text in answers.items()),
    )


def _name(kind: str, names: Any) -> str | None:
    return next((name for name in NAMES[kind] if name in names), None)


def _text(record: Mapping[str, Any], kind: str) -> str:
    name = _name(kind, record)
    if name is None:
        return ""
    if kind == "id":
        return str(record[name])
    return passages_of(record, name)
