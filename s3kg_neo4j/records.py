"""Questions and pairs as the program's own format has them (``loaders/jsonl.py`` reads it)."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.model import Answer, Question, Source, Status, TextPair


def question_record(question: Question) -> dict[str, Any]:
    """A question as a line of the own format."""
    record: dict[str, Any] = {"id": question.id, "question": question.text}
    for name in ("gold", "context"):
        source = getattr(question, name)
        if source is not None:
            record[name] = _source(source)
    return record | {"answers": [answer_record(answer) for answer in question.answers]}


def answer_record(answer: Answer, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """An answer as the own format has it, with ``more`` about how it came about."""
    record: dict[str, Any] = {"model": answer.model}
    if answer.temperature is not None:
        record["temperature"] = answer.temperature
    record["repeat"] = answer.repeat
    record |= _source(answer.source) | dict(more or {})
    for name in ("gold", "context"):
        source = getattr(answer, name)
        if source is not None:
            record[name] = _source(source)
    return record


def pair_record(pair: TextPair) -> dict[str, Any]:
    """A pair as the files of ``s3kg_bench`` have it."""
    return {
        "id": pair.id,
        "text_1": pair.source_1.text,
        "text_2": pair.source_2.text,
        "kg_1": _triplets(pair.source_1),
        "kg_2": _triplets(pair.source_2),
        "label": pair.label,
        **pair.properties,
    }


@contextmanager
def written_whole(path: Path) -> Iterator[TextIO]:
    """A file that is there when all is written, and not before; a pipe or device as it is.

    Raises:
        UsageError: Its folder is not there, or it is a folder itself.
    """
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; make it, or name another")
    if path.is_dir():
        raise UsageError(f"{path}: expected a file to write, found a folder; name a file in it")
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    target = path.resolve() if path.is_symlink() else path  # a link stays one
    part = target.with_name(target.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def write_record(stream: TextIO, record: Mapping[str, Any]) -> None:
    """Write one line."""
    stream.write(json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n")


def _source(source: Source) -> dict[str, Any]:
    record: dict[str, Any] = {"text": source.text, "triplets": _triplets(source)}
    if source.extraction is not Status.OK:
        record["status"] = str(source.extraction)
    if source.rejected:
        record["rejected"] = [[entry.index, entry.reason] for entry in source.rejected]
    if source.origins:
        record["origins"] = [
            None if origin is None else [origin.sentence, origin.start, origin.end]
            for origin in source.origins
        ]
    return record


def _triplets(source: Source) -> list[list[str]] | None:
    if source.triplets is None:
        return None
    return [[t.head, t.relation, t.tail] for t in source.triplets]
