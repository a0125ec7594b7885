"""A triplet list as a graph: order, repeats, raw names."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from s3kg_neo4j.graph import Graph, Label, build_graph
from s3kg_neo4j.model import Triplet
from s3kg_neo4j.text import Normaliser

UNHURRIED = settings(deadline=None)  # the first word reads the dictionary

normalise = Normaliser()

parts = st.sampled_from(["a", "A", "b", "b ", "c", "uses", "used", "c_d", "c d"])
triplet_lists = st.lists(st.builds(Triplet, parts, parts, parts), max_size=12)


def graph_of(*triplets: tuple[str, str, str]) -> Graph:
    return build_graph([Triplet(*triplet) for triplet in triplets], normalise)


def texts(labels: tuple[Label, ...]) -> list[str]:
    return [label.text for label in labels]


def test_labels_stand_in_order_of_first_appearance_head_before_tail() -> None:
    graph = graph_of(("b", "s", "a"), ("a", "r", "c"), ("b", "r", "d"))
    assert texts(graph.entities) == ["b", "a", "c", "d"]
    assert texts(graph.relations) == ["s", "r"]
    assert [(e.head, e.relation, e.tail) for e in graph.edges] == [(0, 0, 1), (1, 1, 2), (0, 1, 3)]


def test_a_triplet_is_serialised_from_its_normal_labels() -> None:
    (edge,) = graph_of(("New_York", "located_in", "USA")).edges
    assert edge.text == "new york locate in usa"
    assert edge.raw == Triplet("New_York", "located_in", "USA")


def test_repeats_are_counted_and_the_first_occurrence_is_kept() -> None:
    graph = graph_of(("Ana", "met", "Bo"), ("x", "r", "y"), ("ana ", "met", "BO"))
    assert [(edge.raw.head, edge.multiplicity) for edge in graph.edges] == [("Ana", 2), ("x", 1)]


def test_one_label_keeps_all_its_raw_texts() -> None:
    spellings = ["New York", "new  york", " NEW YORK ", "new york", "New\tYork"]
    graph = graph_of(*((spelling, "is", "big") for spelling in spellings))
    assert texts(graph.entities) == ["new york", "big"]
    assert graph.entities[0].names == tuple(spellings)


def test_an_entity_and_a_relation_of_one_name_are_two_labels() -> None:
    graph = graph_of(("cause", "cause", "effect"))
    assert texts(graph.entities) == ["cause", "effect"]
    assert texts(graph.relations) == ["cause"]


def test_loops_parallel_and_antiparallel_edges_are_kept() -> None:
    graph = graph_of(("a", "r", "a"), ("a", "r", "b"), ("a", "s", "b"), ("b", "r", "a"))
    ends = [(edge.head, edge.tail) for edge in graph.edges]
    assert ends == [(0, 0), (0, 1), (0, 1), (1, 0)]


def test_no_two_of_these_relations_collapse() -> None:
    relations = ["co-worker of", "low-cost/high-speed", "is: a", "version 2.0", "50% of", "a & b",
                 "a b", "(sic)", "→", "1st"]  # fmt: skip
    graph = graph_of(*(("x", relation, "y") for relation in relations))
    assert texts(graph.relations) == relations
    assert len(graph.edges) == len(relations)


def test_labels_of_any_script_keep_their_text() -> None:
    graph = graph_of(
        ("\u5317\u4eac", "\u662f\u9996\u90fd", "\u4e2d\u56fd"),
        ("\u6771\u4eac", "\u9996\u90fd", "\u65e5\u672c"),
    )
    assert texts(graph.entities) == ["\u5317\u4eac", "\u4e2d\u56fd", "\u6771\u4eac", "\u65e5\u672c"]


@pytest.mark.parametrize("length", [10, 100_000])
def test_the_key_of_a_label_is_short_however_long_the_label(length: int) -> None:
    (first, _) = graph_of(("x" * length, "r", "y")).entities
    assert len(first.key) == 32


def test_no_triplets_no_graph() -> None:
    graph = graph_of()
    assert (graph.entities, graph.relations, graph.edges) == ((), (), ())


@UNHURRIED
@given(triplet_lists)
def test_nothing_is_lost(triplets: list[Triplet]) -> None:
    graph = build_graph(triplets, normalise)
    expected = Counter(tuple(map(normalise, (t.head, t.relation, t.tail))) for t in triplets)
    got = {
        (
            graph.entities[edge.head].text,
            graph.relations[edge.relation].text,
            graph.entities[edge.tail].text,
        ): edge.multiplicity
        for edge in graph.edges
    }
    assert got == expected
    assert {name for label in graph.entities for name in label.names} == {
        name for t in triplets for name in (t.head, t.tail)
    }


@UNHURRIED
@given(triplet_lists)
def test_every_label_is_used_and_stands_once(triplets: list[Triplet]) -> None:
    graph = build_graph(triplets, normalise)
    assert {i for e in graph.edges for i in (e.head, e.tail)} == set(range(len(graph.entities)))
    assert {edge.relation for edge in graph.edges} == set(range(len(graph.relations)))
    for labels in (graph.entities, graph.relations):
        assert len(set(texts(labels))) == len(labels)


@UNHURRIED
@given(triplet_lists)
def test_every_string_that_needs_a_vector_is_named(triplets: list[Triplet]) -> None:
    graph = build_graph(triplets, normalise)
    strings = graph.strings()
    assert {edge.text for edge in graph.edges} <= set(strings)
    assert {label.text for label in graph.entities + graph.relations} <= set(strings)
