"""Metrics, resampling and protocols of the similarity benchmark, on values worked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.bench.similarity.method import SEMANTICS, STRUCTURE, Scored
from s3kg_neo4j.bench.similarity.metrics import evaluate, filled
from s3kg_neo4j.bench.similarity.protocols import alpha_curve, best_alpha, held_out
from s3kg_neo4j.bench.similarity.resampling import bootstrap, permutation_p, weighted_f1_auroc

pairs = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.integers(0, 1)), min_size=4
).filter(lambda found: {label for _, label in found} == {0, 1})


def test_the_best_threshold_of_four_pairs() -> None:
    # at .6: 2 right of 3 claimed, 2 of 2 found
    found = evaluate(np.array([0.9, 0.7, 0.6, 0.1]), [1, 0, 1, 0])
    assert found is not None
    assert found.threshold == 0.6
    assert found.f1 == pytest.approx(0.8)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == 1.0
    assert found.auroc == 0.75


def test_ties_are_never_split() -> None:
    found = evaluate(np.array([0.5, 0.5, 0.5, 0.5]), [1, 0, 1, 0])
    assert found is not None
    assert found.f1 == pytest.approx(2 / 3)
    assert found.auroc == 0.5


def test_undefined_scores_rank_lowest() -> None:
    assert filled([0.4, None, 0.1]).tolist() == [0.4, 0.0, 0.1]
    assert filled([0.4, None, -0.2]).tolist() == [0.4, -0.2, -0.2]
    assert filled([None]).tolist() == [0.0]
    # sums of another order do not break a tie
    assert filled([0.1 + 0.2, 0.3]).tolist() == [0.3, 0.3]


def test_one_class_has_no_auroc_and_no_positive_has_nothing() -> None:
    ones = evaluate(np.array([0.1, 0.2]), [1, 1])
    assert ones is not None
    assert ones.auroc is None
    assert evaluate(np.array([0.1, 0.2]), [0, 0]) is None


@given(pairs)
def test_the_best_f1_is_no_less_than_that_of_any_threshold(found: list[tuple[float, int]]) -> None:
    from sklearn.metrics import f1_score

    scores, labels = np.array([s for s, _ in found]), [label for _, label in found]
    best = evaluate(scores, labels)
    assert best is not None
    every = [f1_score(labels, scores >= threshold) for threshold in set(scores)]
    assert best.f1 == pytest.approx(max(every))


@given(pairs, st.integers(0, 2**32 - 1))
def test_weights_count_as_repeats_do(found: list[tuple[float, int]], seed: int) -> None:
    from sklearn.metrics import roc_auc_score

    scores, truth = np.array([s for s, _ in found]), np.array([label for _, label in found])
    weights = np.random.default_rng(seed).integers(0, 3, len(truth))
    weights[[truth.argmax(), truth.argmin()]] += 1  # both classes stay
    f1, auroc = weighted_f1_auroc(scores, truth, weights[None].astype(float))
    repeated = scores.repeat(weights), truth.repeat(weights)
    assert auroc[0] == pytest.approx(roc_auc_score(repeated[1], repeated[0]))
    best = evaluate(repeated[0], repeated[1].tolist())
    assert best is not None
    assert f1[0] == pytest.approx(best.f1)


def test_an_interval_holds_the_value_and_is_the_same_again() -> None:
    from sklearn.metrics import roc_auc_score

    draw = np.random.default_rng(3)
    labels = [0, 1] * 100
    scores = draw.normal(size=200) + np.array(labels)
    first, again = (bootstrap(scores, labels)[1] for _ in range(2))
    assert (first == again).all()
    low, high = np.quantile(first, [0.025, 0.975])
    assert low < roc_auc_score(labels, scores) < high


def test_a_method_is_not_other_than_itself_and_noise_is_other_than_truth() -> None:
    labels = [0, 1] * 50
    noise = np.random.default_rng(5).random(100)
    truth = np.array(labels, dtype=float)
    assert permutation_p(noise, noise, labels) == 1.0
    assert permutation_p(noise * 7, noise, labels) == 1.0  # ranks, not scales
    assert permutation_p(truth, noise, labels) < 0.01


def test_alpha_weighs_the_semantic_channel() -> None:
    labels = [0, 1] * 20
    blended = Scored(
        [0.5] * 40, {STRUCTURE: [0.5] * 40, SEMANTICS: [float(label) for label in labels]}
    )
    curve = alpha_curve(blended, labels)
    assert [a.alpha for a in curve] == [i / 10 for i in range(11)]
    assert curve[0].auroc == 0.5
    assert curve[10].auroc == 1.0
    best = best_alpha(curve)
    assert best is not None
    assert best.alpha > 0


def test_noise_is_worse_on_the_other_half_than_where_it_was_chosen() -> None:
    labels = [0, 1] * 100
    noise = np.random.default_rng(11).random(200)
    inside = evaluate(noise, labels)
    outside = held_out(Scored(noise.tolist()), labels)
    assert inside is not None
    assert outside is not None
    assert outside.f1 <= inside.f1
    assert 0.4 < outside.auroc < 0.6
    assert held_out(Scored([0.1, 0.2, 0.3]), [0, 1, 0]) is None
