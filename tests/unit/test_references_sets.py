"""Public sets as references and claims, on small files of their formats."""

import json
from pathlib import Path
from typing import Any

import pytest

from loaders.references import REFERENCES, factkg, load_claims, load_reference
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Relation
from s3kg_neo4j.model import BadRecord

FACTBENCH: dict[str, Any] = {
    "relation_set": "birth",
    "index": "00001",
    "correct": {"triple": ["Ada", "birthPlace", "London"], "period": ["1815", "1815"]},
    "wrong_range": {"triple": ["Ada", "birthPlace", "Paris"], "period": ["1815", "1815"]},
    "wrong_date": {"triple": ["Ada", "birthPlace", "London"], "period": ["1820", "1820"]},
}
FACTKG: dict[str, Any] = {
    "claim": "Bandeja paisa is not from Peru.",
    "label": True,
    "types": ["coll:model", "num1", "negation"],
    "claim_triples_1hop": [["Bandeja_paisa", "placeOfOrigin", '"Peru"']],
    "all_evidence_is_1hop_pairs": True,
    "evidence_paths_walkable": False,
}
MULTIHAL: list[dict[str, Any]] = [
    {
        "id": "tqa_3_1",
        "answer_type": "other",
        "trip_labels": "Ulm; country; Germany; capital; Berlin<SEP>Ulm; mayor; Ann Lee",
    },
    {"id": "tqa_4", "answer_type": "date", "trip_labels": "Ulm; inception; 0854"},
    {"id": "tqa_5", "answer_type": "date", "trip_labels": "Ulm; award; Prize; point in time; 1999"},
    {"id": "tqa_6", "trip_labels": "<NO_PATHS_FOUND>"},
]


def lines(path: Path, *records: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def table(path: Path, *rows: tuple[str, str, str]) -> Path:
    given = [("subject", "relation", "object"), *rows]
    path.write_text("".join("\t".join(row) + "\n" for row in given), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", REFERENCES)
def test_every_format_names_its_origin(name: str) -> None:
    module = REFERENCES[name]
    assert module.LICENCE
    assert module.REVISION
    assert module.HOMEPAGE.startswith(("https://", "docs/"))


def test_factbench_is_its_correct_facts(tmp_path: Path) -> None:
    reference = load_reference(lines(tmp_path / "f.jsonl", FACTBENCH), "factbench")

    assert [entity.name for entity in reference.entities] == ["Ada", "London", "Paris"]
    assert list(reference.relations) == [Relation("birthPlace", functional=True, event=True)]
    assert list(reference.facts) == [Fact("Ada", "birthPlace", "London", "1815", "1815")]


def test_factbench_claims_are_the_facts_and_their_corruptions(tmp_path: Path) -> None:
    claims = list(load_claims(lines(tmp_path / "f.jsonl", FACTBENCH), "factbench"))

    assert claims == [
        Claim("birth/00001", "Ada", "birthPlace", "London", "correct", "1815", "1815"),
        Claim("birth/00001", "Ada", "birthPlace", "Paris", "wrong_range", "1815", "1815"),
        Claim("birth/00001", "Ada", "birthPlace", "London", "wrong_date", "1820", "1820"),
    ]


def test_bad_facts_of_factbench_are_named(tmp_path: Path) -> None:
    no_triple = FACTBENCH | {"correct": {"triple": ["Ada", "birthPlace"], "period": ["1", "2"]}}
    no_period = FACTBENCH | {"wrong_date": FACTBENCH["correct"] | {"period": "1815"}}
    path = lines(tmp_path / "f.jsonl", no_triple, no_period)

    bad = [str(item) for item in load_claims(path, "factbench") if isinstance(item, BadRecord)]
    assert bad == [
        "f.jsonl: line 1: correct.triple: expected [subject, relation, object] as texts, found "
        '["Ada", "birthPlace"]; correct the record',
        'f.jsonl: line 2: wrong_date.period: expected [from, to], found "1815"; correct the record',
    ]
    with pytest.raises(InputError, match=r"line 1: correct\.triple"):
        list(load_reference(path, "factbench").facts)


def test_factkg_graph_tells_values_from_entities(tmp_path: Path) -> None:
    path = table(
        tmp_path / "g.tsv",
        ("Alan_Bean", "birthDate", '"1932-03-15"'),
        ("Alan_Bean", "nickname", '"Al" Bean"@en'),
        ("Alan_Bean", "club", "1634:_The_Club"),
        ("10_Hygiea", "Planet/apoapsis", '"7.7E9"^^<http://dbpedia.org/datatype/kilometre>'),
        ("10_Hygiea", "periapsis", "7715100000.0 (kilometres)"),
        ("10_Hygiea", "formerName", '""@en'),
    )
    reference = load_reference(path, "factkg")

    assert [(entity.id, entity.name) for entity in reference.entities] == [
        ("Alan_Bean", "Alan Bean"),
        ("1634:_The_Club", "1634: The Club"),
        ("10_Hygiea", "10 Hygiea"),
    ]
    assert [(fact.relation, fact.object) for fact in reference.facts] == [
        ("birth date", "1932-03-15"),
        ("nickname", 'Al" Bean'),
        ("club", "1634:_The_Club"),
        ("apoapsis", "7.7E9"),
        ("periapsis", "7715100000.0 (kilometres)"),
    ]
    with pytest.raises(InputError, match=r"h\.tsv: row 1 \(line 2\): relation: expected text"):
        list(load_reference(table(tmp_path / "h.tsv", ("a", "", "b")), "factkg").facts)


def test_factkg_sentences_say_what_they_deny(tmp_path: Path) -> None:
    partly = FACTKG | {"all_evidence_is_1hop_pairs": False, "types": ["multi hop", "num2"]}
    path = lines(tmp_path / "s.jsonl", FACTKG, partly, FACTKG | {"label": "yes"})

    first, second, bad = factkg.read_sentences(path)
    assert isinstance(first, factkg.Sentence)
    assert isinstance(second, factkg.Sentence)
    assert first.reasoning == ("one hop", "negation")
    assert first.claims == [Claim("1.1", "Bandeja paisa", "not place of origin", "Peru", "1")]
    assert (first.label, first.complete, first.has_evidence) == (True, True, False)
    assert (second.reasoning, second.complete) == (("multi-hop",), False)
    assert second.triplets == (("Bandeja paisa", "place of origin", "Peru"),)
    assert str(bad) == (
        's.jsonl: line 3: label: expected true or false, found "yes"; correct the record'
    )
    assert [c.id for c in load_claims(path, "factkg") if isinstance(c, Claim)] == ["1.1", "2.1"]


def test_multihal_paths_are_taken_apart(tmp_path: Path) -> None:
    path = tmp_path / "multihal.json"
    path.write_text(json.dumps(MULTIHAL), encoding="utf-8")
    reference = load_reference(path, "multihal")

    assert list(reference.facts) == [
        Fact("Ulm", "country", "Germany", source="MultiHal tqa_3_1"),
        Fact("Germany", "capital", "Berlin", source="MultiHal tqa_3_1"),
        Fact("Ulm", "mayor", "Ann Lee", source="MultiHal tqa_3_1"),
        Fact("Ulm", "inception", "0854", source="MultiHal tqa_4"),
    ]
    assert [entity.name for entity in reference.entities] == ["Ulm", "Germany", "Berlin", "Ann Lee"]
    assert RefEntity("0854", "0854") not in list(load_reference(path, "multihal").entities)
    assert [relation.name for relation in reference.relations] == [
        "country",
        "capital",
        "mayor",
        "inception",
    ]
    claims = list(load_claims(lines(tmp_path / "multihal.jsonl", *MULTIHAL), "multihal"))
    assert claims[1] == Claim("tqa_3_1.2", "Germany", "capital", "Berlin", "tqa_3_1")
    assert len(claims) == 4


def test_a_path_that_does_not_alternate_is_named(tmp_path: Path) -> None:
    path = lines(tmp_path / "m.jsonl", MULTIHAL[1], MULTIHAL[1] | {"trip_labels": "Ulm; mayor"})

    good, bad = load_claims(path, "multihal")
    assert isinstance(good, Claim)
    assert str(bad) == (
        "m.jsonl: line 2: trip_labels: expected entity; relation; entity and so on, "
        'found "Ulm; mayor"; correct the record'
    )
    with pytest.raises(InputError, match=r"m\.jsonl: line 2: trip_labels"):
        list(load_reference(path, "multihal").facts)
