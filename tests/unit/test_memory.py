"""S3KG of two triplet lists, with the encoder that only knows equal words."""

from dataclasses import replace

import pytest

from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.measure import Direction, Measure, Preset
from s3kg_neo4j.memory import compare_sources
from s3kg_neo4j.model import RejectedTriplet, Source, Status, Triplet
from s3kg_neo4j.settings import Settings


@pytest.fixture
def hashing() -> Embedder:
    return load_embedder(Settings(), "hashing")


def source(*triplets: str) -> Source:
    return Source("", tuple(Triplet(*text.split("|")) for text in triplets))


PARIS = "paris|capital of|france"


def test_a_graph_equals_itself_in_every_preset(hashing: Embedder) -> None:
    for preset in Preset:
        found = compare_sources(source(PARIS), source(PARIS), hashing, Measure(preset=preset))
        assert found["score"] == pytest.approx(1)
        assert found["status"] == Status.OK


def test_repeats_change_nothing(hashing: Embedder) -> None:
    thrice = source(PARIS, PARIS, PARIS)
    assert compare_sources(thrice, source(PARIS), hashing, Measure())["score"] == pytest.approx(1)


def test_a_reversed_triplet_is_no_match(hashing: Embedder) -> None:
    found = compare_sources(
        source("switzerland|located in|zurich"),
        source("zurich|located in|switzerland"),
        hashing,
        Measure(),
    )
    assert found["s_wl"] == 0
    assert found["s_sbert"] > 0.9


def test_alpha_weighs_semantics_in_the_equation_and_structure_in_the_tables(
    hashing: Embedder,
) -> None:
    graphs = source("a|r|b"), source("b|r|a")
    equation = compare_sources(*graphs, hashing, Measure(alpha=1.0))
    assert equation["score"] == equation["s_sbert"]
    tables = compare_sources(*graphs, hashing, Measure(preset=Preset.PUBLISHED, alpha=1.0))
    assert tables["score"] == tables["s_wl"]


def test_the_weaker_direction_is_the_same_from_both_sides(hashing: Embedder) -> None:
    one, two = source(PARIS), source(PARIS, "berlin|capital of|germany")
    measure = Measure(preset=Preset.PLUS, direction=Direction.WEAKER)
    there, back = (
        compare_sources(a, b, hashing, measure)["score"] for a, b in ((one, two), (two, one))
    )
    forward = compare_sources(one, two, hashing, Measure(preset=Preset.PLUS))["score"]
    assert there == back < forward


def test_both_directions_give_the_mean(hashing: Embedder) -> None:
    graphs = source(PARIS), source(PARIS, "berlin|capital of|germany")
    first, second, both = (
        compare_sources(*graphs, hashing, Measure(direction=direction))["score"]
        for direction in (Direction.ANSWER_FIRST, Direction.REFERENCE_FIRST, Direction.BOTH)
    )
    assert first == pytest.approx(1)
    assert second < 1
    assert both == pytest.approx((first + second) / 2)


def test_one_to_one_leaves_the_loser_alone(hashing: Embedder) -> None:
    graphs = source("red car|r|x", "car|r|y"), source("car|r|x", "car|r|y")
    many = compare_sources(*graphs, hashing, Measure(threshold=0.3))
    one = compare_sources(*graphs, hashing, Measure(threshold=0.3, one_to_one=True))
    taken = [pair["b"] for pair in many["aligned"]]
    assert taken.count("car") == 2
    kept = [(pair["a"], pair["b"]) for pair in one["aligned"] if pair["b"] == "car"]
    assert kept == [("car", "car")]


@pytest.mark.parametrize(
    ("answer", "reference", "status", "score"),
    [
        (source(), source(PARIS), Status.EMPTY_LLM, 0.0),
        (source(PARIS), source(), Status.EMPTY_REFERENCE, None),
        (source(), source(), Status.ABSTAIN, None),
        (source(PARIS), Source(), Status.NO_REFERENCE, None),
        (replace(source(PARIS), extraction=Status.REFUSED), source(PARIS), Status.REFUSED, None),
        (replace(source(), extraction=Status.TRUNCATED), source(PARIS), Status.FAILED, None),
        (Source("", (), (RejectedTriplet(0, "two parts"),)), source(PARIS), Status.FAILED, None),
    ],
)
def test_undefined_scores_say_why(
    hashing: Embedder, answer: Source, reference: Source, status: Status, score: float | None
) -> None:
    found = compare_sources(answer, reference, hashing, Measure())
    assert (found["status"], found["score"]) == (status, score)


def test_empty_reference_is_zero_in_the_published_preset(hashing: Embedder) -> None:
    found = compare_sources(source(PARIS), source(), hashing, Measure(preset=Preset.PUBLISHED))
    assert (found["status"], found["score"]) == (Status.EMPTY_REFERENCE, 0.0)


def test_a_cut_answer_is_scored_and_says_so(hashing: Embedder) -> None:
    cut = replace(source(PARIS), extraction=Status.TRUNCATED)
    found = compare_sources(cut, source(PARIS), hashing, Measure())
    assert (found["status"], found["score"]) == (Status.TRUNCATED, pytest.approx(1))
