"""The gate's benchmark: FactBench's corruptions are never taken for true."""

from pathlib import Path

from s3kg_neo4j.bench.gate import factbench, rate
from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.references import list_references


def test_facts_are_supported_and_corruptions_are_not(
    shared_database: Database, real_data: Path
) -> None:
    found = factbench(real_data / "factcheck_kg" / "factbench_parallel.jsonl", shared_database)
    assert set(found.verdicts.pop("correct")) == {"SUPPORTED"}
    assert len(found.verdicts) == 6
    assert all("SUPPORTED" not in counts for counts in found.verdicts.values())
    assert set(found.verdicts["wrong_date"]) == {"OUTDATED", "NOT_YET"}
    assert len(found.inside) < 30
    assert list_references(shared_database) == []


def test_generated_claims_get_what_they_are_made_for(shared_database: Database) -> None:
    found = rate(shared_database, facts=400, claims=300)
    assert (found["supported"], found["contradicted"] + found["ungrounded"]) == (100, 200)
