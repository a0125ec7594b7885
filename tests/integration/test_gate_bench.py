"""The gate's benchmarks: what is false is never taken for true."""

from collections import Counter
from pathlib import Path

from loaders.references import load_claims, load_reference
from s3kg_neo4j.bench.factkg import ALL, LACKING, TRIPLETS, factkg
from s3kg_neo4j.bench.gate import factbench, rate
from s3kg_neo4j.database import Database
from s3kg_neo4j.extract import load_extractor
from s3kg_neo4j.gate import references
from s3kg_neo4j.gate.model import Claim
from s3kg_neo4j.gate.references import list_references
from s3kg_neo4j.gate.verdicts import judge

GRAPH = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:capitalOf a owl:FunctionalProperty ; owl:inverseOf :hasCapital .
:locatedIn a owl:TransitiveProperty .
:oslo rdfs:label "Oslo"@en, "Осло"@ru ; :capitalOf :Norway ; :locatedIn :Norway .
:Norway :locatedIn :NorthernEurope ; :area "385207"^^<http://dbpedia.org/datatype/squareKilometre> .
:Sweden :locatedIn :NorthernEurope .
"""
VERDICTS = {
    ("Осло", "capital of", "Norway"): "SUPPORTED",
    ("Norway", "has capital", "Oslo"): "SUPPORTED",
    ("Oslo", "capital of", "Sweden"): "CONTRADICTED",
    ("Oslo", "located in", "Northern Europe"): "SUPPORTED",
    ("Norway", "area", "385,207 square kilometres"): "SUPPORTED",
    ("Oslo", "located in", "Sweden"): "UNGROUNDED",
}


def test_facts_are_supported_and_corruptions_are_not(
    shared_database: Database, real_data: Path
) -> None:
    before = list_references(shared_database)
    found = factbench(real_data / "factcheck_kg" / "factbench_parallel.jsonl", shared_database)
    assert found.verdicts.pop("correct") == {"SUPPORTED": 749}
    assert found.verdicts == {
        "wrong_range": Counter(CONTRADICTED=312, UNGROUNDED=437),
        "wrong_domain": Counter(CONTRADICTED=115, UNGROUNDED=634),
        "wrong_property": Counter(CONTRADICTED=7, UNGROUNDED=742),
        "wrong_date": Counter(OUTDATED=312, NOT_YET=413),
        "wrong_random": Counter(CONTRADICTED=29, UNGROUNDED=720),
        "wrong_domainrange": Counter(CONTRADICTED=136, UNGROUNDED=613),
    }
    assert len(found.inside) == 24
    assert list_references(shared_database) == before


def test_generated_claims_get_what_they_are_made_for(shared_database: Database) -> None:
    found = rate(shared_database, facts=400, claims=300)
    assert (found["supported"], found["contradicted"] + found["ungrounded"]) == (100, 200)


def test_sentences_are_supported_where_they_are_true(
    shared_database: Database, real_data: Path
) -> None:
    folder = real_data / "factkg"
    graph = load_reference(folder / "dbpedia_subset_from_webnlg.tsv", "factkg")
    found = factkg(folder / "factkg_val_100.jsonl", graph, shared_database, load_extractor("spacy"))
    accuracy = {
        one.reasoning: (one.sentences, one.accuracy) for one in found if one.source == TRIPLETS
    }

    assert accuracy == {
        "one hop": (6, 1.0),
        "conjunction": (10, 1.0),
        "existence": (0, None),
        "multi-hop": (0, None),
        "negation": (3, 1.0),
        ALL: (16, 1.0),
        LACKING: (43, None),
    }
    assert not any(one.false_supported for one in found)
    [from_text] = [one for one in found if one.source != TRIPLETS and one.reasoning == ALL]
    assert (from_text.sentences, from_text.true) == (16, 13)


def test_a_graph_in_turtle_decides_claims(shared_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "north.ttl"
    path.write_text(GRAPH, encoding="utf-8")
    references.load_reference(shared_database, "north", load_reference(path))
    try:
        claims = [Claim(str(n), *triplet) for n, triplet in enumerate(VERDICTS)]
        judged = judge(shared_database, "north", claims, "2020")
        own = [claim for claim in load_claims(path) if isinstance(claim, Claim)]
        of_itself = judge(shared_database, "north", own, "2020")
    finally:
        references.delete_reference(shared_database, "north")
    assert [str(one.verdict) for one in judged] == list(VERDICTS.values())
    assert {str(one.verdict) for one in of_itself} == {"SUPPORTED"}
    assert len(own) == 5
