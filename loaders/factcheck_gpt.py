"""Factcheck-GPT: answers with the corrections and the evidence that people gave, as text."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders import Metadata, Record
from loaders.json_text import read_json_lines
from loaders.records import Reader, identifier, text_of, wrong
from s3kg_neo4j.model import Answer, BadRecord, Question, Source

METADATA = Metadata(
    name="factcheck_gpt",
    title="Factcheck-GPT: answers, corrected answers, evidence",
    licence="Apache-2.0",
    revision="a9e6a04a953ad880806529c504a679dd1ad06528",
    homepage="https://github.com/yuxiaw/Factcheck-GPT",
    yields="questions",
)

MODEL = "gpt"
NO_EVIDENCE = "NA"


def load(path: Path) -> Iterator[Record]:
    """Questions of a file; the corrected answer is gold, the evidence of people the context."""
    reader = Reader(path)
    for item in read_json_lines(path):
        yield item if isinstance(item, BadRecord) else reader.read(*item, _question)


def _question(record: Mapping[str, Any]) -> Question:
    return Question(
        id=identifier(record),
        text=text_of(record, "prompt"),
        gold=Source(text_of(record, "revised_response")),
        context=Source(_evidence(record)),
        answers=(Answer(MODEL, Source(text_of(record, "response"))),),
    )


def _evidence(record: Mapping[str, Any]) -> str:
    sentences = record.get("sentences") or []
    if not isinstance(sentences, list):
        wrong("sentences", "a list", sentences)
    found: dict[str, None] = {}
    for number, sentence in enumerate(sentences):
        field = f"sentences[{number}]"
        if not isinstance(sentence, Mapping):
            wrong(field, "an object", sentence)
        evidence = sentence.get("human_evidence") or []
        if not isinstance(evidence, list) or not all(isinstance(e, str) for e in evidence):
            wrong(f"{field}.human_evidence", "a list of texts", evidence)
        found |= dict.fromkeys(text for text in evidence if text != NO_EVIDENCE)
    return "\n\n".join(found)
