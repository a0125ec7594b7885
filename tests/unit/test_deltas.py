"""Run against run: a drop that is certain, one that is not, and answers that are gone."""

import random
from typing import Any

import pytest

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.report.deltas import compare_runs


def row(question: int, value: float | None, model: str = "m", status: str = "OK") -> dict[str, Any]:
    return {
        "id": f"q{question}",
        "model": model,
        "temperature": 0.0,
        "repeat": 0,
        "status": status,
        "gold": {"status": status},
        "context": {"status": status},
        "gold_sim": value,
        "ctx_sim": value,
        "cus": value,
    }


def run(shift: float, noise: float, seed: int, model: str = "m") -> list[dict[str, Any]]:
    draw = random.Random(seed)
    return [row(q, 0.6 + shift + draw.gauss(0, noise), model) for q in range(100)]


def test_a_certain_drop_fails_and_noise_does_not() -> None:
    base = run(0, 0.05, seed=1)
    worse = compare_runs(base, run(-0.1, 0.05, seed=2))
    assert {d.measure for d in worse if d.dropped} == {"gold_sim", "cus"}
    assert all(d.high is not None and d.high < 0 for d in worse)
    assert not any(d.dropped for d in compare_runs(base, run(0, 0.05, seed=3)))
    assert not any(d.dropped for d in compare_runs(base, run(0.1, 0.05, seed=4)))


def test_a_run_beside_itself_has_not_moved() -> None:
    base = run(0, 0.05, seed=1)
    for delta in compare_runs(base, base):
        assert (delta.delta, delta.low, delta.high) == (0.0, 0.0, 0.0)
        assert delta.as_row()["verdict"] == "no certain change"


def test_pairs_only_and_what_is_lost_is_counted() -> None:
    before = [row(1, 0.5), row(2, 0.5), row(3, 0.5), row(4, 0.5)]
    after = [row(1, 0.7), row(2, None, status="FAILED"), row(3, 0.7), row(9, 0.1)]
    gold = compare_runs(before, after)[0]
    assert (gold.n, gold.lost, gold.gained) == (2, 1, 0)
    assert gold.delta == pytest.approx(0.2)


def test_one_model_under_two_names_is_compared() -> None:
    found = compare_runs(run(0, 0.05, 1, "v1"), run(-0.2, 0.05, 2, "v2"))
    assert {delta.model for delta in found} == {"v2"}
    assert any(delta.dropped for delta in found)
    with pytest.raises(InputError, match="no answer in common"):
        compare_runs([row(1, 0.5)], [row(2, 0.5)])


def test_answers_to_one_question_count_as_one() -> None:
    """Twenty temperatures of two questions are two draws, not forty."""
    before = [row(q, 0.5) | {"temperature": t / 10} for q in (1, 2) for t in range(20)]
    after = [
        row(q, 0.5 + (0.1 if q == 1 else -0.2)) | {"temperature": t / 10}
        for q in (1, 2)
        for t in range(20)
    ]
    gold = compare_runs(before, after)[0]
    assert gold.delta == pytest.approx(-0.05)
    assert gold.high is not None
    assert gold.high > 0
