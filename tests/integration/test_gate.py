"""Verdicts on a real server: by hand, by properties, and on a public reference."""

import csv
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from loaders.references import load_claims, load_reference
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.gate import references
from s3kg_neo4j.gate.documents import judge_documents
from s3kg_neo4j.gate.model import (
    Apart,
    Claim,
    Fact,
    Judged,
    RefEntity,
    Reference,
    Relation,
    Verdict,
)
from s3kg_neo4j.gate.suggestions import Suggestion, index_names, suggest, unresolved
from s3kg_neo4j.gate.verdicts import judge
from s3kg_neo4j.settings import load_settings

NAME = "test-reference"
Judge = Callable[..., list[Judged]]

ENTITIES = [
    RefEntity("ann", "Ann Lee", "Person", ("A. Lee", "the boss")),
    RefEntity("bob", "Bob", "Person", ("the boss",)),
    RefEntity("acme", "Acme"),
    RefEntity("zeta", "Zeta"),
    RefEntity("oslo", "Oslo"),
    RefEntity("norway", "Norway"),
    RefEntity("europe", "Europe"),
    RefEntity("bridge", "The Bridge"),
    RefEntity("drug", "Drug X"),
    RefEntity("sleep", "drowsiness"),
]
RELATIONS = [
    Relation("works for", functional=True),
    Relation("employs", inverse="works for"),
    Relation("married to", symmetric=True),
    Relation("located in", transitive=True),
    Relation("length", functional=True, tolerance=0.0),
    Relation("weight", functional=True),
    Relation("opened in", functional=True, event=True),
]
FACTS = [
    Fact("ann", "works for", "acme", "2001", "2010", "file 1"),
    Fact("ann", "works for", "zeta", "2011", ""),
    Fact("ann", "married to", "bob"),
    Fact("oslo", "located in", "norway"),
    Fact("norway", "located in", "europe"),
    Fact("bridge", "length", "5 km"),
    Fact("bridge", "weight", "1,000 t"),
    Fact("bridge", "opened in", "1888", "1888", "1888"),
    Fact("drug", "does not cause", "sleep"),
    Fact("bob", "knows", "ann"),
]

CASES: list[tuple[tuple[str, str, str], str, str, Verdict]] = [
    (("Ann Lee", "works for", "Zeta"), "", "2020", Verdict.SUPPORTED),
    (("A. Lee", "works_for", "zeta"), "", "2020", Verdict.SUPPORTED),
    (("Ann Lee", "works for", "Acme"), "", "2020", Verdict.OUTDATED),
    (("Ann Lee", "works for", "Zeta"), "", "2005", Verdict.NOT_YET),
    (("Ann Lee", "works for", "Acme"), "", "2005-03", Verdict.SUPPORTED),
    (("Ann Lee", "works for", "Oslo"), "", "2020", Verdict.CONTRADICTED),
    (("Ann Lee", "works for", "Nobody Ltd"), "", "2020", Verdict.UNGROUNDED),
    (("the boss", "works for", "Zeta"), "", "2020", Verdict.UNGROUNDED),
    (("Ann Lee", "works for", "Acme"), "2002/2009", "2020", Verdict.SUPPORTED),
    (("Ann Lee", "works for", "Acme"), "2002/2012", "2020", Verdict.OUTDATED),
    (("Zeta", "employs", "Ann Lee"), "", "2020", Verdict.SUPPORTED),
    (("Bob", "married to", "Ann Lee"), "", "2020", Verdict.SUPPORTED),
    (("Oslo", "located in", "Europe"), "", "2020", Verdict.SUPPORTED),
    (("Europe", "located in", "Oslo"), "", "2020", Verdict.UNGROUNDED),
    (("The Bridge", "length", "5 km"), "", "2020", Verdict.SUPPORTED),
    (("The Bridge", "length", "6 km"), "", "2020", Verdict.CONTRADICTED),
    (("The Bridge", "length", "5 mi"), "", "2020", Verdict.CONTRADICTED),
    (("The Bridge", "weight", "1020 t"), "", "2020", Verdict.SUPPORTED),
    (("The Bridge", "weight", "1200 t"), "", "2020", Verdict.CONTRADICTED),
    (("The Bridge", "opened in", "1888"), "", "2020", Verdict.SUPPORTED),
    (("The Bridge", "opened in", "1889"), "", "2020", Verdict.CONTRADICTED),
    (("Drug X", "causes", "drowsiness"), "", "2020", Verdict.CONTRADICTED),
    (("Drug X", "does not cause", "drowsiness"), "", "2020", Verdict.SUPPORTED),
    (("Ann Lee", "does not work for", "Oslo"), "", "2020", Verdict.SUPPORTED),
    (("Ann Lee", "does not work for", "Zeta"), "", "2020", Verdict.CONTRADICTED),
    (("Ann Lee", "knows", "Bob"), "", "2020", Verdict.UNGROUNDED),
]


MORE_ENTITIES = [
    *(RefEntity(name, name) for name in ("Kim", "Lou", "Max", "Ned", "Paris", "Rome", "Finn")),
    RefEntity("book", "The Book", "Work"),
    RefEntity("IT", "IT"),
    RefEntity("year_1990", "1990"),
]
MORE_RELATIONS = [
    Relation("parent of", inverse="child of", domain="Person"),
    Relation("grandparent of", path=("parent of", "parent of")),
    Relation("great-grandparent of", path=("parent of", "parent of", "parent of")),
    Relation("spouse", functional=True, symmetric=True),
    Relation("written by", functional=True, inverse="wrote"),
    Relation("part of", transitive=True, inverse="contains"),
    Relation("born on", functional=True, event=True),
    Relation("lives in", functional=True, aliases=("home", "resides in")),
    Relation("population", functional=True, tolerance=0.1),
    Relation("height", functional=True, unit="km"),
    Relation("dose", functional=True),
    Relation("motto", functional=True),
]
MORE_FACTS = [
    Fact("Kim", "parent of", "Lou"),
    Fact("Lou", "parent of", "Max"),
    Fact("Max", "parent of", "Ned", "2000"),
    Fact("Kim", "spouse", "Finn"),
    Fact("Finn", "wrote", "book"),
    Fact("Paris", "part of", "Rome", source="atlas", confidence=0.5),
    Fact("Rome", "part of", "Ned"),
    Fact("Kim", "born on", "1960-05-03"),
    Fact("Lou", "born on", "1980"),
    Fact("Kim", "lives in", "Paris"),
    Fact("Kim", "does not live in", "Rome"),
    Fact("Paris", "population", "2010"),
    Fact("Paris", "height", "5"),
    Fact("Kim", "dose", "10-20 mg"),
    Fact("Lou", "dose", "10 mg"),
    Fact("Kim", "motto", "Apollo 11"),
    Fact("IT", "part of", "Rome"),
    Fact("Max", "born on", "year_1990"),
    Fact("Max", "home", "Paris"),
]
MORE_CASES: dict[str, list[tuple[tuple[str, str, str], str, Verdict]]] = {
    "an inverse is one both ways": [
        (("Lou", "child of", "Kim"), "", Verdict.SUPPORTED),
        (("Kim", "child of", "Lou"), "", Verdict.UNGROUNDED),
        (("Rome", "contains", "Paris"), "", Verdict.SUPPORTED),
    ],
    "an inverse or symmetric fact excludes another value": [
        (("The Book", "written by", "Finn"), "", Verdict.SUPPORTED),
        (("The Book", "written by", "Kim"), "", Verdict.CONTRADICTED),
        (("Finn", "spouse", "Kim"), "", Verdict.SUPPORTED),
        (("Finn", "spouse", "Lou"), "", Verdict.CONTRADICTED),
        (("Lou", "spouse", "Finn"), "", Verdict.UNGROUNDED),
    ],
    "declared and transitive paths": [
        (("Kim", "grandparent of", "Max"), "", Verdict.SUPPORTED),
        (("Kim", "is not grandparent of", "Max"), "", Verdict.CONTRADICTED),
        (("Kim", "grandparent of", "Lou"), "", Verdict.UNGROUNDED),
        (("Kim", "great-grandparent of", "Ned"), "2001/2002", Verdict.SUPPORTED),
        (("Kim", "great-grandparent of", "Ned"), "1990/2002", Verdict.UNGROUNDED),
        (("Paris", "part of", "Ned"), "", Verdict.SUPPORTED),
        (("Paris", "is part of", "Ned"), "", Verdict.SUPPORTED),
        (("Ned", "contains", "Paris"), "", Verdict.SUPPORTED),
        (("Paris", "contains", "Ned"), "", Verdict.UNGROUNDED),
    ],
    "a date agrees with a more exact one, and not the other way": [
        (("Kim", "born on", "1960"), "", Verdict.SUPPORTED),
        (("Kim", "born on", "May 1960"), "", Verdict.SUPPORTED),
        (("Kim", "born on", "3 May 1960"), "", Verdict.SUPPORTED),
        (("Kim", "born on", "1960-05-04"), "", Verdict.CONTRADICTED),
        (("Kim", "born on", "1961"), "", Verdict.CONTRADICTED),
        (("Lou", "born on", "1980-01-01"), "", Verdict.UNGROUNDED),
        (("Lou", "born on", "between 1979 and 1981"), "", Verdict.SUPPORTED),
    ],
    "an entity may be a value": [
        (("Max", "born on", "1990"), "", Verdict.SUPPORTED),
        (("Max", "born on", "in 1990"), "", Verdict.SUPPORTED),
        (("Max", "born on", "1991"), "", Verdict.CONTRADICTED),
        (("Max", "born on", "May 1990"), "", Verdict.UNGROUNDED),
    ],
    "numbers: units, ranges, tolerance": [
        (("Paris", "population", "1,950"), "", Verdict.SUPPORTED),
        (("Paris", "population", "1,700"), "", Verdict.CONTRADICTED),
        (("Paris", "height", "5,000 m"), "", Verdict.SUPPORTED),
        (("Paris", "height", "5"), "", Verdict.SUPPORTED),
        (("Paris", "height", "6"), "", Verdict.CONTRADICTED),
        (("Paris", "height", "5 kg"), "", Verdict.CONTRADICTED),
        (("Kim", "dose", "10 to 20 mg"), "", Verdict.SUPPORTED),
        (("Kim", "dose", "5-25 mg"), "", Verdict.SUPPORTED),
        (("Kim", "dose", "15 mg"), "", Verdict.UNGROUNDED),
        (("Kim", "dose", "30 mg"), "", Verdict.CONTRADICTED),
        (("Lou", "dose", "0.01 g"), "", Verdict.SUPPORTED),
        (("Lou", "dose", "10"), "", Verdict.UNGROUNDED),
    ],
    "a name with a number is no number": [
        (("Kim", "motto", "Gemini 11"), "", Verdict.UNGROUNDED),
        (("Kim", "motto", "apollo 11"), "", Verdict.SUPPORTED),
    ],
    "other names of a relation": [
        (("Kim", "resides in", "Paris"), "", Verdict.SUPPORTED),
        (("Kim", "does not reside in", "Rome"), "", Verdict.SUPPORTED),
        (("Kim", "home", "Max"), "", Verdict.CONTRADICTED),
        (("Max", "lives in", "Paris"), "", Verdict.SUPPORTED),
    ],
    "negation, of claims and of facts": [
        (("Kim", "lives in", "Rome"), "", Verdict.CONTRADICTED),
        (("Kim", "doesn't live in", "Rome"), "", Verdict.SUPPORTED),
        (("Kim", "does not live in", "Paris"), "", Verdict.CONTRADICTED),
        (("Kim", "never lives in", "Max"), "", Verdict.SUPPORTED),
        (("Lou", "does not live in", "Paris"), "", Verdict.UNGROUNDED),
    ],
    "a pronoun is nobody": [
        (("She", "lives in", "Paris"), "", Verdict.UNGROUNDED),
        (("it", "part of", "Rome"), "", Verdict.UNGROUNDED),
        (("IT", "part of", "Rome"), "", Verdict.SUPPORTED),
    ],
}


@pytest.fixture(scope="module")
def database(shared_database: Database) -> Iterator[Database]:
    yield shared_database
    for row in references.list_references(shared_database):
        references.delete_reference(shared_database, row["reference"])


@pytest.fixture(scope="module")
def small(database: Database) -> Database:
    references.load_reference(database, NAME, Reference(ENTITIES, RELATIONS, FACTS))
    return database


def claim(number: int, triplet: Sequence[str], period: str = "") -> Claim:
    first, _, last = period.partition("/")
    subject, relation, value = triplet
    return Claim(str(number), subject, relation, value, "", first, last)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_verdicts_by_hand(small: Database, number: int) -> None:
    triplet, period, as_of, expected = CASES[number]
    [judged] = judge(small, NAME, [claim(number, triplet, period)], as_of)
    assert judged.verdict is expected, judged
    assert bool(judged.evidence) == (expected is not Verdict.UNGROUNDED)


@pytest.fixture(scope="module")
def larger(database: Database) -> Database:
    reference = Reference(MORE_ENTITIES, MORE_RELATIONS, MORE_FACTS)
    references.load_reference(database, "larger", reference)
    return database


@pytest.mark.parametrize("rule", MORE_CASES)
def test_verdicts_by_rule(larger: Database, rule: str) -> None:
    cases = MORE_CASES[rule]
    claims = [claim(n, triplet, period) for n, (triplet, period, _) in enumerate(cases)]
    judged = judge(larger, "larger", claims, "2020")
    assert [(o.claim.subject, o.claim.relation, o.claim.object, o.verdict) for o in judged] == [
        (*triplet, verdict) for triplet, _, verdict in cases
    ]


def test_a_name_that_must_not_name_an_entity(database: Database) -> None:
    entities = [RefEntity("airbus", "Airbus", aliases=("Air",)), RefEntity("sky", "Sky")]
    facts = [Fact("airbus", "flies in", "sky")]
    reference = Reference(entities, [], facts, [Apart("air", "airbus")])
    references.load_reference(database, "apart", reference)
    asked = [claim(0, ("Airbus", "flies in", "sky")), claim(1, ("Air", "flies in", "sky"))]
    judged = judge(database, "apart", asked)
    assert [o.verdict for o in judged] == [Verdict.SUPPORTED, Verdict.UNGROUNDED]


def test_suggestions_for_an_unresolved_name(database: Database) -> None:
    embedder = load_embedder(load_settings(), "minilm", cached=False)
    entities = [
        RefEntity("airbus", "Airbus", aliases=("European plane maker",)),
        RefEntity("airbnb", "Airbnb"),
        RefEntity("lee", "Ann Lee"),
    ]
    reference = Reference(
        entities, [], [Fact("airbus", "employs", "lee")], [Apart("Airbuss", "airbnb")]
    )
    references.load_reference(database, "near", reference)
    mentions = ["Airbuss", "AIRBUSS", "Lee Ann", "maker of aircraft", "zzz", "AND OR (x:y"]
    found = suggest(database, "near", mentions, 2)
    assert [s.entity for s in found["Airbuss"]] == ["airbus"]
    assert found["AIRBUSS"] == found["Airbuss"]
    assert found["Lee Ann"] == (Suggestion("lee", "Ann Lee", 1.0),)
    assert found["zzz"] == found["AND OR (x:y"] == ()
    assert references.encoder_of(database, "near") == ""
    assert index_names(database, "near", embedder, "minilm") == 4
    assert references.encoder_of(database, "near") == "minilm"
    [best, *_] = suggest(database, "near", ["maker of aircraft"], 2, embedder)["maker of aircraft"]
    assert best.entity == "airbus"
    assert best.cosine is not None
    assert best.cosine > best.similarity
    judged = judge(
        database, "near", [claim(0, ("She", "employs", "Airbus")), claim(1, ("x", "y", "z"))]
    )
    assert unresolved(judged) == ["x", "z"]


def test_a_pronoun_of_another_claim_is_somebody_else(small: Database) -> None:
    claims = [("She", "met", "Gork"), ("She", "met", "Ann Lee")]
    judged = judge(small, NAME, [claim(n, t) for n, t in enumerate(claims)], "2020")
    assert {one.reason for one in judged} == {"a pronoun names nobody by itself"}
    [found] = judge_documents(small, judged)
    assert found.flagged == ("0",)


def test_what_a_reference_says_of_a_name(larger: Database) -> None:
    [row] = references.show_entity(larger, "larger", "paris")
    assert (row["entity"], row["aliases"]) == ("Paris", ["paris"])
    assert row["facts"] == [
        "Paris part of Rome (atlas), confidence 0.5",
        "Kim lives in Paris",
        "Paris population 2010",
        "Paris height 5",
        "Max home Paris",
    ]
    with pytest.raises(InputError, match="nothing there is named 'Bonn'"):
        references.show_entity(larger, "larger", "Bonn")


def test_evidence_and_reasons_say_why(small: Database) -> None:
    asked = [CASES[n][0] for n in (5, 6, 7, 12, 25)]
    found = judge(small, NAME, [claim(n, t) for n, t in enumerate(asked)], "2020")
    assert found[0].evidence == ("Ann Lee works for Zeta, from 2011-01-01",)
    assert found[1].reason == "the object is not in the reference"
    assert found[2].reason.startswith("the subject names several entities: ann, bob")
    assert found[3].evidence == ("Oslo located in Norway", "Norway located in Europe")
    assert found[3].reason == "by a path"
    assert found[4].reason == "head and tail are exchanged"


def test_order_and_company_of_claims_do_not_matter(small: Database) -> None:
    claims = [claim(n, case[0], case[1]) for n, case in enumerate(CASES)]
    together = judge(small, NAME, claims, "2020")
    assert judge(small, NAME, claims, "2020") == together
    mixed = claims[:]
    random.Random(1).shuffle(mixed)
    by_id = {one.claim.id: one for one in judge(small, NAME, mixed, "2020")}
    assert [by_id[one.claim.id] for one in together] == together


def test_an_unrelated_fact_changes_nothing(small: Database) -> None:
    claims = [claim(n, case[0], case[1]) for n, case in enumerate(CASES)]
    before = judge(small, NAME, claims, "2020")
    more = [*FACTS, Fact("europe", "borders", "africa"), Fact("europe", "area", "10,180,000 km2")]
    entities = [*ENTITIES, RefEntity("africa", "Africa")]
    references.load_reference(small, NAME, Reference(entities, RELATIONS, more))
    assert judge(small, NAME, claims, "2020") == before


def test_a_reference_that_disagrees_with_itself(database: Database) -> None:
    entities = [*ENTITIES, *(RefEntity(name, name, "Person") for name in ("a", "b", "c"))]
    relations = [*RELATIONS, Relation("before", transitive=True, domain="Event")]
    facts = [
        *FACTS,
        Fact("bridge", "length", "7 km"),
        Fact("bridge", "weight", "1000 t"),  # the same in another spelling
        Fact("ann", "works for", "oslo", "2010-12", "2010-12"),
        *(Fact(head, "before", tail) for head, tail in ("bc", "ca", "ab")),
        Fact("drug", "causes", "sleep"),
    ]
    references.load_reference(database, "torn", Reference(entities, relations, facts))
    asked = [("The Bridge", "length", "5 km"), ("Drug X", "causes", "drowsiness")]
    judged = judge(database, "torn", [claim(n, t) for n, t in enumerate(asked)], "2020")
    assert [(o.verdict, o.disagrees) for o in judged] == [(Verdict.SUPPORTED, True)] * 2
    rows = references.check_reference(database, "torn")
    assert [(row["problem"], row["where"]) for row in rows] == [
        ("two values of a functional relation at one time", "Ann Lee works for"),
        ("two values of a functional relation at one time", "The Bridge length"),
        ("a name of several entities", "boss"),
        ("a cycle of a transitive relation", "a before"),
        *[
            ("an end that is not of the type that its relation takes", f"{head} before {tail}")
            for head, tail in ("ab", "bc", "ca")
        ],
    ]
    assert rows[3]["values"] == ["a before b", "b before c", "c before a"]


def test_what_cannot_be_asked_is_named(small: Database) -> None:
    with pytest.raises(InputError, match="'nowhere': not stored"):
        judge(small, "nowhere", [claim(0, ("a", "b", "c"))])
    with pytest.raises(UsageError, match=r"expected YYYY"):
        judge(small, NAME, [claim(0, ("a", "b", "c"))], "soon")
    with pytest.raises(UsageError, match="end after the beginning"):
        judge(small, NAME, [claim(0, ("a", "b", "c"), "2005/2001")])
    with pytest.raises(UsageError, match="expected a day of 1 to 28"):
        judge(small, NAME, [claim(0, ("a", "b", "c"), "2005/2005")], "2005-02-30")
    with pytest.raises(InputError, match="expected facts"):
        references.load_reference(small, "empty", Reference([], [], []))


def test_clusters_of_a_document(small: Database) -> None:
    claims = [
        ("Ann Lee", "works for", "Zeta"),
        ("Ann Lee", "works for", "Oslo"),
        ("Gork", "met", "Mork"),
        ("Mork", "met", "Zork"),
        ("Bob", "knows", "Tork"),
        ("Tork", "knows", "Pork"),
        ("Pork", "knows", "Fork"),
    ]
    judged = judge(small, NAME, [claim(n, t) for n, t in enumerate(claims)], "2020")
    [found] = judge_documents(small, judged)
    assert found.flagged == ("2", "3")
    assert found.suspect == ("4", "5", "6")
    assert found.score == pytest.approx(1 - (1 + 0.5 * 2) / 7)
    assert found.grounding == pytest.approx(4 / 10)
    assert found.distances["fork"] == 3
    assert found.distances["gork"] is None


@pytest.mark.parametrize("name", ["Z65", "Z66", "Z69"])
def test_claims_of_the_zoo(database: Database, zoo: Path, name: str) -> None:
    given = json.loads((zoo / f"{name}.json").read_text())["input"]
    triplets, claims = given["reference"], given["claims"]
    more = given.get("config", {}).get("entities", [])
    names = dict.fromkeys([*(t[0] for t in triplets), *(t[2] for t in triplets), *more])
    functional = given.get("config", {}).get("functional", [])
    literals = name == "Z65"
    reference = Reference(
        [RefEntity(n, n) for n in names if not (literals and n[0].isdigit())],
        [Relation(relation, functional=True) for relation in functional],
        [Fact(*triplet) for triplet in triplets],
    )
    references.load_reference(database, name, reference)
    judged = judge(database, name, [claim(n, t) for n, t in enumerate(claims)], "2026")
    supported = [one.verdict is Verdict.SUPPORTED for one in judged]
    assert supported == ([False, True, False, False] if name == "Z65" else [False])
    if name != "Z65":
        assert judged[0].verdict is Verdict.CONTRADICTED


def test_pronouns_of_the_zoo(database: Database, zoo: Path) -> None:
    given = json.loads((zoo / "Z67.json").read_text())["input"]
    names = [RefEntity(name, name) for name in ("ana", "bo")]
    facts = [Fact(*triplet) for triplet in given["reference"]]
    references.load_reference(database, "Z67", Reference(names, [], facts))
    triplets = json.loads(given["llm"][0]["content"])["knowledge_graph1"]
    [_, judged] = judge(database, "Z67", [claim(n, t) for n, t in enumerate(triplets)])
    assert (judged.verdict, judged.reason) == (
        Verdict.UNGROUNDED,
        "a pronoun names nobody by itself",
    )


EXPECTED = {
    "TRUE": Verdict.SUPPORTED,
    "CONTRADICTED": Verdict.CONTRADICTED,
    "FABRICATED_ENTITY": Verdict.UNGROUNDED,
    "FABRICATED_CLUSTER": Verdict.UNGROUNDED,
}


def test_every_claim_of_graphjudge(database: Database, real_data: Path) -> None:
    folder = real_data / "graphjudge"
    references.load_reference(database, "ai", load_reference(folder / "import"))
    ledger = folder / "bench" / "bench_ledger.csv"
    claims = [claim for claim in load_claims(ledger) if isinstance(claim, Claim)]
    with ledger.open(newline="") as stream:
        labels = [row["label"] for row in csv.DictReader(stream)]
    judged = judge(database, "ai", claims, "2026-11-30")
    right = [one.verdict is EXPECTED[label] for one, label in zip(judged, labels, strict=True)]
    assert Counter(right) == {True: 63}
    planted = sum(label != "TRUE" for label in labels)
    assert planted == 17


def test_a_documents_score_is_the_specified_one(small: Database) -> None:
    def one(verdict: Verdict, number: int, subject: str) -> Judged:
        made = Claim(str(number), subject, "r", f"{subject} x", "d")
        entity = "" if subject.startswith("f") else subject
        return Judged(made, verdict, "", (), entity, entity)

    kinds = [Verdict.SUPPORTED] * 3 + [Verdict.CONTRADICTED] * 2 + [Verdict.UNGROUNDED] * 7
    judged = [one(verdict, n, f"{'f' if n >= 6 else 'k'}{n}") for n, verdict in enumerate(kinds)]
    [found] = judge_documents(small, judged)
    assert found.score == pytest.approx(0.5833, abs=5e-5)
    assert replace(found, score=0).counts[Verdict.SUPPORTED] == 3
