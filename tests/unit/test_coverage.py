"""The semantic part of s3kg+ by hand: heads, tails and sentences have the cosines given."""

import numpy as np
import pytest

from s3kg_neo4j.alignment import PartCosines, align
from s3kg_neo4j.coverage import coverage, covered_triplets
from s3kg_neo4j.graph import Graph, build_graph
from s3kg_neo4j.measure import CoverageRules, Measure, Preset
from s3kg_neo4j.model import Triplet

RULES = CoverageRules(sentence=0.6, guarded=0.5, apart=1.0)


def graph(*triplets: str) -> Graph:
    return build_graph([Triplet(*t.split("|")) for t in triplets], str.casefold)


def exact(first: Graph, second: Graph, sentences: list[list[float]]) -> PartCosines:
    """Cosine 1 between equal labels, 0 between others; sentences as given."""

    def equal(kind: str) -> np.ndarray:
        one, two = getattr(first, kind), getattr(second, kind)
        return np.array([[float(a.text == b.text) for b in two] for a in one])

    return PartCosines(equal("entities"), equal("relations"), np.array(sentences))


def test_a_counterpart_is_worth_its_sentence_and_its_ends() -> None:
    one, two = graph("a|likes|b"), graph("a|loves|c")
    assert coverage(one, two, exact(one, two, [[0.7]]), RULES) == pytest.approx(
        0.6 * 0.7 + 0.4 * 0.5
    )


def test_a_guard_halves_a_counterpart_and_says_why() -> None:
    one, two = graph("a|built in|1888"), graph("a|built in|1889")
    [covered] = covered_triplets(one, two, exact(one, two, [[0.9]]), RULES)
    assert covered.value == pytest.approx(0.5 * (0.6 * 0.9 + 0.4 * 0.5))
    assert covered.reasons == ("tail: number",)


def test_an_unguarded_counterpart_is_taken_instead() -> None:
    one, two = graph("a|increases|b"), graph("a|decreases|b", "a|raises|c")
    [covered] = covered_triplets(one, two, exact(one, two, [[0.9, 0.8]]), RULES)
    assert covered.target == 1
    assert covered.reasons == ()


def test_ends_that_are_known_and_never_joined_are_made_up() -> None:
    one, two = graph("a|likes|d"), graph("a|likes|b", "c|likes|d")
    [covered] = covered_triplets(one, two, exact(one, two, [[0.8, 0.8]]), RULES)
    assert covered.apart == 1
    assert covered.value == 0


def test_ends_joined_the_other_way_round_are_not_apart() -> None:
    one, two = graph("a|likes|b"), graph("b|is liked by|a")
    [covered] = covered_triplets(one, two, exact(one, two, [[0.9]]), RULES)
    assert covered.apart == 0
    assert covered.value == pytest.approx(0.6 * 0.9)


@pytest.mark.parametrize(("preset", "aligned"), [(Preset.PLUS, 1), (Preset.PAPER, 2)])
def test_guards_keep_labels_apart_in_s3kg_plus_alone(preset: Preset, aligned: int) -> None:
    one, two = graph("a|built in|1888"), graph("a|built in|1889")
    close = PartCosines(np.array([[1, 0], [0, 0.9]]), np.array([[1.0]]), np.array([[0.9]]))
    assert len(align(one, two, close, Measure.of(preset)).entities) == aligned
