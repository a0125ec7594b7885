"""References and claims as they are read: a bad claim is named, a bad reference is refused."""

import itertools
import json
from pathlib import Path

import pytest

from loaders.references import load_claims, load_reference
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Apart, Claim, Fact, RefEntity, Relation
from s3kg_neo4j.gate.references import validate_reference
from s3kg_neo4j.gate.values import Literal, literal, name_key, period, relation_key


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


def test_everything_that_a_line_of_a_reference_can_say(tmp_path: Path) -> None:
    relation = {"relation": "height", "unit": "km", "path": ["a", "b"], "range": "Place"}
    path = lines(
        tmp_path / "r.jsonl",
        {"entity": "x", "aliases": ["X1"], "type": "Place"},
        relation | {"tolerance": 0.1, "functional": True},
        {"fact": ["x", "height", "5"], "valid_from": "1990", "confidence": 0.5},
        {"apart": ["X2", "x"]},
    )
    read = load_reference(path)
    assert list(read.entities) == [RefEntity("x", "x", "Place", ("X1",))]
    assert list(read.relations) == [
        Relation("height", True, tolerance=0.1, unit="km", path=("a", "b"), range="Place")
    ]
    assert list(read.facts) == [Fact("x", "height", "5", "1990", confidence=0.5)]
    assert list(read.apart) == [Apart("X2", "x")]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"relation": "r", "tolerance": -1}, "tolerance: expected a number of 0 or more"),
        ({"relation": "r", "path": "a"}, "path: expected a list of relations"),
        ({"fact": ["a", "r", "b"], "confidence": "high"}, "confidence: expected a number"),
        ({"apart": ["a"]}, r"apart: expected \[name, id of an entity\]"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, record: dict[str, object], said: str) -> None:
    read = load_reference(lines(tmp_path / "r.jsonl", record))
    with pytest.raises(InputError, match=rf"r\.jsonl: line 1: {said}"):
        list(itertools.chain(read.entities, read.relations, read.facts, read.apart))


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([{"entity": "x"}], "expected facts, found none"),
        ([{"x": 1}], r"r\.jsonl: line 1: expected one of apart, claim, entity"),
        ([{"fact": ["a", "r", "b"], "valid_from": "soon"}], r"r\.jsonl: line 1: .*expected YYYY"),
        ([{"fact": ["a", "r", "b"]}, {"apart": ["A", "c"]}], "'c': no such entity"),
        ([{"relation": "r", "unit": "Apollo 11"}], "unit: expected one as km"),
        (
            [{"relation": "r"}, {"relation": "q", "aliases": ["r"]}],
            "relation 'q': 'r' names another one as well",
        ),
        ([{"relation": "teams"}, {"relation": "Team", "functional": True}], "names another one"),
        ([{"relation": "teams"}, {"relation": "Team"}], "expected facts, found none"),
        ([{"relation": "r", "path": ["q"]}], "path: expected 2 or 3 relations, got 1"),
    ],
)
def test_what_cannot_be_stored_is_refused(tmp_path: Path, records: list[object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        validate_reference(load_reference(lines(tmp_path / "r.jsonl", *records)))


def test_ends_of_facts_are_entities_and_numbers_are_not(tmp_path: Path) -> None:
    path = lines(tmp_path / "r.jsonl", {"fact": ["a", "r", "b"]}, {"fact": ["a", "length", "5 km"]})
    assert [entity.id for entity in load_reference(path).entities] == ["a", "b"]


def test_periods_stand_for_all_their_days() -> None:
    assert period("2004", "2004-02") == ("2004-01-01", "2004-02-29")
    assert period("", "") == ("0000-00-00", "9999-99-99")


def test_negation_is_taken_off_a_relation() -> None:
    assert relation_key("does not cause") == (relation_key("cause")[0], True)
    assert relation_key("notifies")[1] is False

    assert relation_key("is not located in") == (relation_key("is located in")[0], True)
    assert relation_key("can't cure") == (relation_key("can cure")[0], True)


def test_names_are_the_same_with_and_without_their_article() -> None:
    assert name_key("The Hague") == name_key("Hague")
    assert name_key("the") != name_key("a")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,000 m", Literal("1000 m", 1000, 1000, "m")),
        ("1 km", Literal("1000 m", 1000, 1000, "m")),
        ("about $5 million", Literal("5000000 dollar", 5e6, 5e6, "dollar")),
        ("10-20 mg", Literal("0.01 g 0.02 g", 0.01, 0.02, "g")),
        ("3 square kilometres", Literal("3000000 m^2", 3e6, 3e6, "m^2")),
        ("two children", Literal("2 child", 2, 2, "child")),
        ("1888", Literal("1888", 1888, 1888, "", "1888-01-01", "1888-12-31")),
        ("in May 1990", Literal("1990-05", None, None, "", "1990-05-01", "1990-05-31")),
        ("1969-07-20T20:17:00", Literal("1969-07-20", first="1969-07-20", last="1969-07-20")),
        ("1990-02-31", Literal("1990-02-31")),
        ("Apollo 11", Literal("11 apollo")),
        ("100 Main Street", Literal("100 main street")),
        ("B12", Literal("b12")),
    ],
)
def test_only_what_is_nothing_but_a_value_is_one(text: str, expected: Literal) -> None:
    assert literal(text) == expected


def test_a_bare_number_counts_what_its_relation_counts() -> None:
    assert literal("5", "km") == literal("5 km") == literal("5000 m", "km")
    assert literal("1888", "km").first is None
