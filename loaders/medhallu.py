"""MedHallu: PubMedQA's questions with a true and a made-up answer, as text."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import read_json_lines
from loaders.records import Reader, passages_of, text_of, wrong
from s3kg_neo4j.model import Answer, BadRecord, Question, Source

METADATA = Metadata(
    name="medhallu",
    title="MedHallu: a true and a hallucinated answer to each question",
    licence="MIT",
    revision="c57590fe523338bffda24078cfaf0dc7b4194b86",
    homepage="https://github.com/MedHallu/MedHallu",
    yields="questions",
)

TRUE, HALLUCINATED = "true", "hallucinated"
"""Names that the two answers have as models; the true one is the gold answer as well."""


def load(path: Path) -> Iterator[Record]:
    """Questions of a file, one at a time; the data have no ids, so that a hash serves."""
    reader = Reader(path)
    for item in read_json_lines(path):
        yield item if isinstance(item, BadRecord) else reader.read(*item, _question)


def _question(record: Mapping[str, Any]) -> Question:
    question = text_of(record, "Question")
    if not question.strip():
        wrong("Question", "text", record.get("Question"))
    truth, false = (text_of(record, key) for key in ("Ground Truth", "Hallucinated Answer"))
    digest = hashlib.blake2b((question + false).encode(), digest_size=6).hexdigest()
    return Question(
        id=digest,
        text=question,
        gold=Source(truth),
        context=Source(passages_of(record, "Knowledge")),
        answers=(Answer(TRUE, Source(truth)), Answer(HALLUCINATED, Source(false))),
    )
