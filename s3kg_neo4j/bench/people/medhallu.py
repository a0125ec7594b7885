"""MedHallu: right and hallucinated answers to medical questions, against the abstract (CtxSim)."""

from collections.abc import Iterator

from s3kg_neo4j.bench.people.study import Finding, Setup, only_file, read_records
from s3kg_neo4j.bench.people.twins import Twins, twin_findings

FOLDER = "medhallu"


def run(setup: Setup) -> Iterator[Finding]:
    """Share of right answers above the hallucinated ones, by difficulty."""
    records = read_records(only_file(setup.folder, "medhallu*.jsonl"))
    twins = [
        Twins(
            record["Ground Truth"],
            record["Hallucinated Answer"],
            "\n".join(record["Knowledge"]),
            record["Difficulty Level"],
        )
        for record in records
    ]
    yield from twin_findings(setup, "MedHallu", twins)
