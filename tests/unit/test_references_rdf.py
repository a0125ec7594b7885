"""Graphs in RDF as references and claims: names, flags of relations, literals, bad syntax."""

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.references import load_claims, load_reference
from loaders.references.iris import local_name, words
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Relation

PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
GRAPH = """
:capitalOf a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :City .
:borders a owl:SymmetricProperty .
:partOf a owl:TransitiveProperty ; owl:inverseOf :hasPart ; rdfs:label "is part of"@en .
:oslo a :CapitalCity, :Port ; rdfs:label "Христиания"@ru, "Oslo"@en-GB, "Oslo by" ;
  skos:altLabel "Christiania" ; :capitalOf :Norway ; :partOf :Norway .
:Norway :hasPart :oslo ; :founded "0872"^^xsd:gYear ; :nationalDay "--05-17"^^xsd:gMonthDay ;
  :area "385207.0"^^<http://dbpedia.org/datatype/squareKilometre> ; :motto "" ;
  :population 5488984 ; :constitution "1814-05-17T00:00:00Z"^^xsd:dateTime ; :king [ :since 1991 ] .
<http://example.org/Trygve_H%C3%B8ie> :citizenOf :NorthSea .
"""
IRI = "http://example.org/"


def turtle(folder: Path, text: str = GRAPH) -> Path:
    path = folder / "graph.ttl"
    path.write_text(PREFIXES + text, encoding="utf-8")
    return path


def ntriples(folder: Path, *lines: str) -> Path:
    path = folder / "graph.nt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_labels_become_names_and_iris_where_there_is_none(tmp_path: Path) -> None:
    entities = {entity.id: entity for entity in load_reference(turtle(tmp_path)).entities}

    assert entities[f"{IRI}oslo"] == RefEntity(
        f"{IRI}oslo", "Oslo", "Capital City, Port", ("Христиания", "Oslo by", "Christiania")
    )
    assert entities[f"{IRI}Norway"] == RefEntity(f"{IRI}Norway", "Norway")
    assert entities[f"{IRI}NorthSea"].name == "North Sea"
    assert entities[f"{IRI}NorthSea"].aliases == ("NorthSea",)
    assert entities[f"{IRI}Trygve_H%C3%B8ie"].name == "Trygve Høie"
    assert entities["_:b1"].name == "_:b1"
    assert f"{IRI}capitalOf" not in entities


def test_owl_says_what_relations_are(tmp_path: Path) -> None:
    relations = {relation.name: relation for relation in load_reference(turtle(tmp_path)).relations}

    assert relations["capital of"] == Relation("capital of", functional=True)
    assert relations["borders"] == Relation("borders", symmetric=True)
    assert relations["is part of"] == Relation("is part of", transitive=True, inverse="has part")
    assert relations["has part"] == Relation("has part", inverse="is part of")
    assert relations["population"] == Relation("population")


def test_properties_of_one_name_are_one_relation(tmp_path: Path) -> None:
    path = turtle(
        tmp_path,
        '<a:x/birthPlace> a owl:FunctionalProperty . <a:y/birthPlace> rdfs:label "Birth place" .'
        ":ann <a:y/birthPlace> :oslo .",
    )
    assert list(load_reference(path).relations) == [Relation("Birth place", functional=True)]


def test_literals_become_texts_that_the_gate_compares(tmp_path: Path) -> None:
    facts = list(load_reference(turtle(tmp_path)).facts)
    of_norway = {f.relation: f.object for f in facts if f.subject == f"{IRI}Norway"}

    assert of_norway == {
        "has part": f"{IRI}oslo",
        "founded": "0872",
        "national day": "--05-17",
        "area": "385207.0 square kilometre",
        "population": "5488984",
        "constitution": "1814-05-17",
        "king": "_:b1",
    }
    assert "domain" not in {fact.relation for fact in facts}


def test_one_graph_in_either_syntax(tmp_path: Path) -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    path = ntriples(
        tmp_path,
        "# a comment",
        f"<{IRI}oslo> <{IRI}partOf> _:x .",
        "",
        f'_:x {label} "Norway"@en . # the country',
    )
    same = turtle(tmp_path, ':oslo :partOf [ rdfs:label "Norway"@en ] .')

    lines, whole = load_reference(path), load_reference(same)
    assert [(e.name, e.aliases) for e in lines.entities] == [("oslo", ()), ("Norway", ())]
    assert sorted(e.name for e in whole.entities) == ["Norway", "oslo"]
    assert list(lines.facts) == [Fact(f"{IRI}oslo", "part of", "_:x", source="graph.nt line 2")]
    assert [fact.relation for fact in whole.facts] == ["part of"]


def test_the_same_file_gives_the_same_reference(tmp_path: Path) -> None:
    def read() -> str:
        found = load_reference(turtle(tmp_path))
        return repr([list(found.entities), list(found.relations), list(found.facts)])

    assert read() == read()


def test_facts_as_claims_by_name(tmp_path: Path) -> None:
    path = ntriples(
        tmp_path,
        f"<{IRI}oslo> <{IRI}capitalOf> <{IRI}Norway> .",
        "oslo is a city",
        f'<{IRI}oslo> <http://www.w3.org/2000/01/rdf-schema#label> "Oslo" .',
    )
    claim, bad = load_claims(path)
    assert claim == Claim("line 1", "Oslo", "capital of", "Norway")
    assert str(bad) == (
        "graph.nt: line 2: expected N-Triples, <subject> <predicate> <object> ., "
        'found "oslo is a city"; correct or remove it'
    )


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (":a :b .", 7, "objectList expected"),
        ("\n:a nope:b :c .", 8, 'Prefix "nope:" not bound'),
        (':a :b "open .', 7, "not ended"),
        ("[" * 5000, 7, "not ended"),
    ],
)
def test_bad_turtle_is_one_line(tmp_path: Path, text: str, line: int, why: str) -> None:
    with pytest.raises(InputError) as caught:
        list(load_reference(turtle(tmp_path, text)).facts)
    message = str(caught.value)
    assert message.startswith(f"graph.ttl: line {line}: expected Turtle, found none: ")
    assert why in message
    assert "\n" not in message


def test_a_bad_line_refuses_the_reference_whole(tmp_path: Path) -> None:
    fact = f"<{IRI}a> <{IRI}b> <{IRI}c> ."
    with pytest.raises(InputError, match=r"graph\.nt: line 2: expected N-Triples"):
        list(load_reference(ntriples(tmp_path, fact, fact[:-1], fact)).entities)
    (tmp_path / "other.ttl").write_bytes("\n:é".encode("latin-1"))
    with pytest.raises(InputError, match=r"other\.ttl: line 2: expected UTF-8, found byte 0xE9"):
        list(load_reference(tmp_path / "other.ttl").facts)


def test_a_value_that_is_not_of_its_type_stays_and_is_quiet(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kind = "<http://www.w3.org/2001/XMLSchema#integer>"
    path = ntriples(tmp_path, f'<{IRI}a> <{IRI}b> "some"^^{kind} .')
    assert [fact.object for fact in load_reference(path).facts] == ["some"]
    assert capfd.readouterr() == ("", "")


def test_facts_are_not_held_in_memory(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = ntriples(tmp_path, *(f'<{IRI}a> <{IRI}b> "{"x" * 400} {n}" .' for n in range(count)))
        assert sum(1 for _ in load_reference(path).facts) == count
        tracemalloc.start()
        for _ in load_reference(path).facts:
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(4000) < peak(400) + 200_000


NAMES = {
    "birthPlace": "birth place",
    "hasDNASequence": "has DNA sequence",
    "NewYork": "New York",
    "Charlie_McDonnell": "Charlie McDonnell",
    "HTMLParser": "HTML Parser",
    "Q42": "Q42",
    "_": "_",
}


@pytest.mark.parametrize(("name", "expected"), NAMES.items())
def test_names_in_words(name: str, expected: str) -> None:
    assert words(name) == expected


def test_local_names() -> None:
    given = ["http://a/b#c", "http://a/Caf%C3%A9", "http://a/b/", "urn:isbn:12", "http://a/b?x#"]
    assert [local_name(iri) for iri in given] == ["c", "Café", "b", "12", "b?x"]


@given(st.text())
def test_a_name_loses_no_letter(name: str) -> None:
    assert letters(words(name)) == letters(name)


def letters(text: str) -> str:
    return "".join(text.replace("_", " ").split()).casefold()
