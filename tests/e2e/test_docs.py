"""Generated pages say what the program does now."""

from pathlib import Path

from s3kg_neo4j.catalog import catalog
from s3kg_neo4j.cli.docs import command_reference, query_reference

DOCS = Path(__file__).parents[2] / "docs"
STALE = "run `make docs`"


def test_the_query_reference_is_up_to_date() -> None:
    assert (DOCS / "queries.md").read_text(encoding="utf-8") == query_reference(catalog()), STALE


def test_the_command_reference_is_up_to_date() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == command_reference(), STALE
