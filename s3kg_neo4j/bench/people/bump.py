"""BUMP: summaries and their minimally edited, unfaithful twins, against the article (CtxSim)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from s3kg_neo4j.bench.people.study import Finding, Setup, only_file, read_records
from s3kg_neo4j.bench.people.twins import Twins, twin_findings

FOLDER = "bump"


def run(setup: Setup) -> Iterator[Finding]:
    """Share of pairs in which the faithful summary scores higher, by error class."""
    articles = {
        record["article_key"]: record["article"]
        for record in read_records(only_file(setup.folder, "bump_articles*.jsonl"))
    }
    twins = [
        Twins(
            pair["reference_summary"],
            pair["edited_summary"],
            articles[pair["article_key"]],
            pair["error_type"],
        )
        for pair in read_pairs(setup.folder)
        if pair["article_key"] in articles
    ]
    yield from twin_findings(setup, "BUMP", twins)


def read_pairs(folder: Path) -> list[dict[str, Any]]:
    """Summaries, their edited twins and BUMP's error class.

    Raises:
        InputError: They are not there.
    """
    return read_records(only_file(folder, "bump_pairs*.jsonl"))
