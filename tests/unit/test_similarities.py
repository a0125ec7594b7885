"""Many pairs at a time give what one at a time gives, to the last digit."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from s3kg_neo4j.bench.similarity.pairs import Batch, read_set
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.graph import Graph, build_graph
from s3kg_neo4j.measure import Measure, Preset
from s3kg_neo4j.memory import similarity
from s3kg_neo4j.model import Triplet
from s3kg_neo4j.settings import Settings, load_settings
from s3kg_neo4j.similarities import similarities


def graphs(count: int, seed: int) -> list[tuple[Graph, Graph]]:
    """Pairs of graphs of one to nine triplets over few words, so that cosines tie."""
    draw = random.Random(seed)
    words = ["red car", "car", "red", "boat", "red boat", "slow boat", "*", "train"]

    def graph() -> Graph:
        triplets = [
            Triplet(draw.choice(words), draw.choice(words), draw.choice(words))
            for _ in range(draw.randint(1, 9))
        ]
        return build_graph(triplets, str.casefold)

    return [(graph(), graph()) for _ in range(count)]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize(
    "options", [{}, {"threshold": 0.3}, {"one_to_one": True}, {"filter": False}, {"iterations": 1}]
)
def test_equal_to_one_at_a_time(preset: Preset, options: dict[str, object]) -> None:
    measure = replace(Measure(preset=preset), **options)  # type: ignore[arg-type]
    pairs = graphs(150, seed=4)
    vectors = load_embedder(Settings(), "hashing").embed(
        text for pair in pairs for graph in pair for text in graph.strings()
    )
    for pair, found in zip(pairs, similarities(pairs, vectors, measure), strict=True):
        one = similarity(*pair, vectors, measure)
        assert (found.s_wl, found.s_sbert, found.score) == (one.s_wl, one.s_sbert, one.score)


def test_equal_on_real_graphs(real_data: Path) -> None:
    pairs = read_set(real_data / "s3kg_bench" / "paws_wiki.jsonl").pairs[:60]
    batch = Batch(pairs, Workbench(load_settings()))
    there = [pair for pair in batch.graphs if pair]
    for preset in Preset:
        measure = Measure(preset=preset)
        made = similarities(there, batch.graph_vectors, measure)
        for pair, found in zip(there, made, strict=True):
            one = similarity(*pair, batch.graph_vectors, measure)
            assert (found.s_wl, found.s_sbert, found.score) == (one.s_wl, one.s_sbert, one.score)


def test_no_pairs_are_no_work() -> None:
    vectors = load_embedder(Settings(), "hashing").embed([])
    assert similarities([], vectors, Measure()) == []
