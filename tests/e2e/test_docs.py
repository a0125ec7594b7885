"""Generated pages say what the program does now."""

import re
from pathlib import Path

import loaders
from s3kg_neo4j.catalog import catalog
from s3kg_neo4j.cli.docs import command_reference, query_reference
from s3kg_neo4j.model import Question

DOCS = Path(__file__).parents[2] / "docs"
STALE = "run `make docs`"


def test_the_readmes_record_can_be_used_as_it_stands(tmp_path: Path) -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    (record,) = re.findall(r"^```json\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    path = tmp_path / "answers.jsonl"
    path.write_text(record, encoding="utf-8")
    (question,) = loaders.load(path)
    assert isinstance(question, Question), question
    assert question.gold is not None
    assert question.answers


def test_the_query_reference_is_up_to_date() -> None:
    assert (DOCS / "queries.md").read_text(encoding="utf-8") == query_reference(catalog()), STALE


def test_the_command_reference_is_up_to_date() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == command_reference(), STALE
