"""Shaken graphs: seeded, bounded, and without noise the score itself."""

import random

from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.jitter import Jitter, JitteredScores, shaken_source
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import Answer, Question, Source, Triplet
from s3kg_neo4j.settings import Settings
from s3kg_neo4j.subgraphs import question_graphs

MANY = Source("", tuple(Triplet(f"big thing {n}", "is part of", "the whole") for n in range(50)))


def intervals(jitter: Jitter, context: Source | None = MANY) -> dict[str, object]:
    question = Question("q", gold=MANY, context=context, answers=(Answer("m", MANY),))
    graphs = question_graphs("set", question, Measure())
    embedder = load_embedder(Settings(), "hashing")
    return JitteredScores(jitter, Measure(), embedder).intervals(graphs, graphs.answers[0])


def test_the_same_seed_gives_the_same_interval() -> None:
    assert intervals(Jitter(5, seed=1)) == intervals(Jitter(5, seed=1))
    assert intervals(Jitter(5, seed=1)) != intervals(Jitter(5, seed=2)) | {"seed": 1}


def test_without_noise_the_interval_is_the_score() -> None:
    still = intervals(Jitter(3, drop=0, shorten=0))
    assert still["gold_sim"] == still["ctx_sim"] == still["cus"] == [1.0, 1.0]


def test_an_undefined_score_has_no_interval() -> None:
    found = intervals(Jitter(3), context=None)
    assert found["gold_sim"] is not None
    assert found["ctx_sim"] is found["cus"] is None


def test_shares_are_about_what_was_asked_for() -> None:
    shaken = shaken_source(MANY, Jitter(1, drop=0.3, shorten=1), random.Random(1))
    assert shaken.triplets is not None
    assert 20 < len(shaken.triplets) < 48
    assert all(len(t.head.split()) == 2 for t in shaken.triplets)


def test_a_label_has_one_wording_in_a_graph() -> None:
    shaken = shaken_source(MANY, Jitter(1, drop=0, shorten=0.5), random.Random(4))
    assert len({t.relation for t in shaken.triplets or ()}) == 1


def test_one_triplet_stays() -> None:
    shaken = shaken_source(MANY, Jitter(1, drop=1), random.Random(4))
    assert len(shaken.triplets or ()) == 1
