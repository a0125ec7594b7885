"""Run against run: what changed for each model, with intervals, for a gate against regressions.

Answers are paired by question, model, temperature and repeat. Questions are what is resampled,
since the answers to one question rise and fall together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.report.summary import MEASURES, RESAMPLES, SEED, status_of
from s3kg_neo4j.statuses import AVERAGED

GATED = ("gold_sim", "cus")
"""Measures whose certain drop fails the gate."""

Row = Mapping[str, Any]
Key = tuple[str, str, float | None, int]


@dataclass(frozen=True, slots=True)
class Delta:
    """How a measure of a model moved from one run to the other.

    Attributes:
        model: The model, by its name in the second run.
        measure: gold_sim, ctx_sim or cus.
        n: Answers that have a value in both runs.
        lost: Answers that have one in the first only.
        gained: Answers that have one in the second only.
        before: Mean of the n answers in the first run.
        after: Mean of the same in the second.
        low: Lower end of the difference's 95 % interval; None under two questions.
        high: Its upper end.
    """

    model: str
    measure: str
    n: int
    lost: int
    gained: int
    before: float | None
    after: float | None
    low: float | None
    high: float | None

    @property
    def delta(self) -> float | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def dropped(self) -> bool:
        """Whether it is certain that a gated measure fell: the whole interval is below 0."""
        return self.measure in GATED and self.high is not None and self.high < 0

    def as_row(self) -> dict[str, Any]:
        """Plain values, in the order of the table."""
        return {
            "model": self.model,
            "measure": self.measure,
            "n": self.n,
            "before": self.before,
            "after": self.after,
            "delta": self.delta,
            "low": self.low,
            "high": self.high,
            "lost": self.lost,
            "gained": self.gained,
            "verdict": self._verdict(),
        }

    def _verdict(self) -> str:
        if self.high is None or self.low is None:
            return "too few"
        if self.high < 0:
            return "dropped"
        return "rose" if self.low > 0 else "no certain change"


def compare_runs(before: Iterable[Row], after: Iterable[Row]) -> list[Delta]:
    """Deltas of every measure for each model, sorted by model.

    Where each run has one model, the two are compared whatever they are called.

    Raises:
        InputError: The runs have no answer in common.
    """
    first, second = _by_key(before), _by_key(after)
    models = [{key[1] for key in run} for run in (first, second)]
    if len(models[0]) == len(models[1]) == 1 and models[0] != models[1]:
        (name,) = models[1]
        first = {(key[0], name, *key[2:]): row for key, row in first.items()}
    common = first.keys() & second.keys()
    if not common:
        raise InputError(
            "the runs have no answer in common (question, model, temperature, repeat); "
            "name two runs over the same questions"
        )
    return list(_deltas(first, second, sorted({key[1] for key in common})))


def _by_key(rows: Iterable[Row]) -> dict[Key, Row]:
    return {(r["id"], r["model"], r["temperature"], r["repeat"]): r for r in rows}


def _deltas(
    first: Mapping[Key, Row], second: Mapping[Key, Row], models: Sequence[str]
) -> Iterator[Delta]:
    for model in models:
        keys = sorted((k for k in first.keys() & second.keys() if k[1] == model), key=repr)
        for measure in MEASURES:
            values = [(k[0], _value(first[k], measure), _value(second[k], measure)) for k in keys]
            both = [(q, a, b) for q, a, b in values if a is not None and b is not None]
            low, high = _interval([(q, b - a) for q, a, b in both])
            yield Delta(
                model=model,
                measure=measure,
                n=len(both),
                lost=sum(a is not None and b is None for _, a, b in values),
                gained=sum(a is None and b is not None for _, a, b in values),
                before=sum(a for _, a, _ in both) / len(both) if both else None,
                after=sum(b for _, _, b in both) / len(both) if both else None,
                low=low,
                high=high,
            )


def _value(row: Row, measure: str) -> float | None:
    averaged = status_of(row, measure) in AVERAGED
    return float(row[measure]) if averaged and row[measure] is not None else None


def _interval(differences: Sequence[tuple[str, float]]) -> tuple[float | None, float | None]:
    """95 % percentile interval of the mean, whole questions drawn."""
    questions = list(dict.fromkeys(question for question, _ in differences))
    if len(questions) < 2:
        return None, None
    place = {question: index for index, question in enumerate(questions)}
    sums = np.zeros(len(questions))
    counts = np.zeros(len(questions))
    for question, difference in differences:
        sums[place[question]] += difference
        counts[place[question]] += 1
    draw = np.random.default_rng(SEED)
    share = np.full(len(questions), 1 / len(questions))
    weights = draw.multinomial(len(questions), share, size=RESAMPLES)
    low, high = np.quantile((weights @ sums) / (weights @ counts), [0.025, 0.975])
    return float(low), float(high)
