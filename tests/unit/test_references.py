"""References and claims as they are read: a bad claim is named, a bad reference is refused."""

import json
from pathlib import Path

import pytest

from loaders.references import load_claims, load_reference
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim
from s3kg_neo4j.gate.values import literal, period, relation_key


def lines(path: Path, *records: object) -> Path:
    path.write_text("\n".join(r if isinstance(r, str) else json.dumps(r) for r in records) + "\n")
    return path


def test_bad_claims_are_named_in_their_place(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "c.jsonl",
        {"claim": ["a", "r", "b"], "id": "good"},
        {"claim": ["a", "r"]},
        "not json",
        {"claim": ["a", "r", "b"], "valid_from": "soon"},
        {"fact": ["a", "r", "b"]},
    )
    first, *bad = load_claims(path)
    assert first == Claim("good", "a", "r", "b")
    assert [str(record).split(":")[1] for record in bad] == [" line 2", " line 3", " line 4"]


def test_tables_of_claims(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_text("doc,cid,subject,rel,object\nA,1,a,r,b\nA,2,,r,b\n")
    good, bad = load_claims(path)
    assert good == Claim("1", "a", "r", "b", "A")
    assert "row 2 (line 3): subject: expected text, found nothing" in str(bad)


def test_a_bad_reference_is_refused_whole(tmp_path: Path) -> None:
    reference = load_reference(lines(tmp_path / "r.jsonl", {"fact": ["a", "r", "b"]}, "{"))
    with pytest.raises(InputError, match=r"r\.jsonl: line 2"):
        list(reference.facts)
    wrong = lines(tmp_path / "w.jsonl", {"fact": ["a", "r", "b"]}, {"fact": ["a", "", "b"]})
    with pytest.raises(InputError, match=r"w\.jsonl: line 2: fact: expected \[subject"):
        list(load_reference(wrong).facts)
    with pytest.raises(InputError, match="expected ref_entities"):
        load_reference(tmp_path)


def test_ends_of_facts_are_entities_and_numbers_are_not(tmp_path: Path) -> None:
    path = lines(tmp_path / "r.jsonl", {"fact": ["a", "r", "b"]}, {"fact": ["a", "length", "5 km"]})
    assert [entity.id for entity in load_reference(path).entities] == ["a", "b"]


def test_periods_stand_for_all_their_days() -> None:
    assert period("2004", "2004-02") == ("2004-01-01", "2004-02-29")
    assert period("", "") == ("0000-00-00", "9999-99-99")


def test_negation_is_taken_off_a_relation() -> None:
    assert relation_key("does not cause") == (relation_key("cause")[0], True)
    assert relation_key("notifies")[1] is False


def test_literals_in_one_spelling() -> None:
    assert literal("1,000 m") == literal("1000 m")
    assert literal("10 mg") != literal("10 g")
    assert literal("1888").year
