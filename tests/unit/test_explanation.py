"""Shares add up to what they are shares of, and mending is what scoring again says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.explanation import explain, explain_sources
from s3kg_neo4j.graph import build_graph
from s3kg_neo4j.measure import Direction, Measure, Preset
from s3kg_neo4j.memory import similarity
from s3kg_neo4j.model import Source, Triplet
from s3kg_neo4j.settings import Settings
from s3kg_neo4j.text import Normaliser

HASHING = load_embedder(Settings(), "hashing")

triplets = st.lists(
    st.builds(
        Triplet,
        st.sampled_from(["ann", "bob", "the bridge", "rome"]),
        st.sampled_from(["built", "did not build", "saw"]),
        st.sampled_from(["ann", "1901", "1902", "the bridge"]),
    ),
    min_size=1,
    max_size=5,
)


@given(triplets, triplets, st.sampled_from(list(Preset)))
def test_shares_add_up(one: list[Triplet], two: list[Triplet], preset: Preset) -> None:
    first, second = build_graph(one, Normaliser()), build_graph(two, Normaliser())
    vectors = HASHING.embed([*first.strings(), *second.strings()])
    measure = Measure.of(preset)
    found = similarity(first, second, vectors, measure)
    explained = explain(first, second, vectors, measure)
    assert sum(each.share for each in explained.entities) == pytest.approx(found.s_wl)
    assert max(0, sum(each.share for each in explained.triplets)) == pytest.approx(found.s_sbert)


def test_mending_the_wrong_triplet_gives_the_full_score() -> None:
    answer = Source("", (Triplet("ann", "built", "bridge"), Triplet("bridge", "opened in", "1901")))
    gold = Source("", (Triplet("ann", "built", "bridge"), Triplet("bridge", "opened in", "1902")))
    [found] = explain_sources(answer, gold, HASHING, Measure.of(Preset.PLUS))
    right, wrong = found["triplets"]
    assert right["mended"] == 0
    assert wrong["mended"] > 0
    assert wrong["guards"] == "tail: number"
    assert [row["aligned"] for row in found["entities"]] == ["ann", "bridge", None]


def test_both_directions_are_explained() -> None:
    one, two = Source("", (Triplet("a", "r", "b"),)), Source("", (Triplet("a", "r", "c"),))
    measure = Measure(direction=Direction.BOTH)
    assert len(explain_sources(one, two, HASHING, measure)) == 2
    assert explain_sources(one, Source(""), HASHING, measure) == []
