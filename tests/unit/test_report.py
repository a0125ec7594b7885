"""Means, intervals and views of a run."""

from typing import Any

import pytest

from s3kg_neo4j.report.errors import lowest_answers
from s3kg_neo4j.report.summary import interval, status_counts, summarise
from s3kg_neo4j.statuses import cus


def row(name: str, gold: float | None, status: str = "OK", **more: Any) -> dict[str, Any]:
    part = {"status": status}
    return {
        "id": name,
        "model": "m",
        "temperature": 0.0,
        "repeat": 0,
        "status": status,
        "gold_sim": gold,
        "ctx_sim": gold,
        "cus": gold,
        "gold": part,
        "context": part,
        **more,
    }


def test_means_take_what_was_scored_and_count_the_rest() -> None:
    rows = [
        row("1", 0.5),
        row("2", 0.0, "EMPTY_LLM"),
        row("3", None, "FAILED"),
        row("4", 0.9, "TRUNCATED"),
    ]
    (found,) = summarise(rows)
    assert (found["gold_sim"], found["gold_sim n"]) == (0.25, 2)
    assert found["cus truncated"] == 0.9
    assert (found["FAILED"], found["answers"]) == (1, 4)
    assert list(status_counts(rows)) == ["FAILED", "TRUNCATED", "EMPTY_LLM", "OK"]


def test_nothing_scored_has_no_mean() -> None:
    (found,) = summarise([row("1", None, "NO_REFERENCE")])
    assert (found["cus"], found["cus n"], found["cus 95%"]) == (None, 0, None)


def test_an_interval_holds_the_mean_and_is_repeatable() -> None:
    values = [0.1, 0.5, 0.6, 0.9]
    low, high = interval(values)
    assert low is not None
    assert high is not None
    assert low <= sum(values) / len(values) <= high
    assert interval(values) == (low, high)
    assert interval([0.5]) == (None, None)
    assert interval([0.5, 0.5]) == (0.5, 0.5)


def test_the_lowest_share_is_rounded_up_and_ties_go_by_id() -> None:
    rows = [row(f"{n:02}", 0.5) for n in range(20)]
    assert {key[0] for key in lowest_answers(rows, 0.05)} == {"00"}
    assert {key[0] for key in lowest_answers(rows, 0.06)} == {"00", "01"}


@pytest.mark.parametrize(
    ("gold", "context", "expected"),
    [(0.5, 0.5, 0.5), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (None, 0.5, None), (0.2, 0.6, 0.3)],
)
def test_cus_is_the_harmonic_mean(
    gold: float | None, context: float | None, expected: float | None
) -> None:
    assert cus(gold, context) == (expected if expected is None else pytest.approx(expected))
