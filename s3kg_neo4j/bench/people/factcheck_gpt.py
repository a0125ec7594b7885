"""Factcheck-GPT: answers of ChatGPT and GPT-4 and their corrections, against people's evidence."""

from collections.abc import Iterator
from typing import Any

from s3kg_neo4j.bench.people.study import Finding, Setup, only_file, read_records
from s3kg_neo4j.bench.people.twins import Twins, twin_findings

FOLDER = "factcheck_gpt"


def run(setup: Setup) -> Iterator[Finding]:
    """Share of false answers below their corrections."""
    records = read_records(only_file(setup.folder, "benchmark*.jsonl"))
    twins = [
        Twins(r["revised_response"], r["response"], evidence)
        for r in records
        if not r["response_factuality"] and r["revised_response"] and (evidence := _evidence(r))
    ]
    yield from twin_findings(setup, "Factcheck-GPT", twins)


def _evidence(record: dict[str, Any]) -> str:
    found = (text for part in record["sentences"] for text in part.get("human_evidence") or ())
    texts = (text if isinstance(text, str) else " ".join(map(str, text)) for text in found)
    return "\n".join(dict.fromkeys(t.strip() for t in texts if t.strip() not in ("", "NA")))
