"""Protocols: α and threshold chosen on the test data, as the paper does, or on another half."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from s3kg_neo4j.bench.similarity.method import SEMANTICS, STRUCTURE, Scored
from s3kg_neo4j.bench.similarity.metrics import (
    Floats,
    Ints,
    calibration_error,
    evaluate,
    f1_at,
    filled,
)
from s3kg_neo4j.bench.similarity.resampling import SEED

ALPHAS = tuple(step / 10 for step in range(11))
"""Weights of the semantic channel; the published tables' α is one minus this."""


@dataclass(frozen=True, slots=True)
class AtAlpha:
    """Quality of one blend."""

    alpha: float
    f1: float
    auroc: float | None


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What is left when α and threshold come from the other half.

    Attributes:
        f1: Of all pairs, each judged by the threshold of the half that it is not in.
        auroc: Mean of the two halves.
        alphas: Chosen for each half; empty for methods without one.
        calibration_error: Of probabilities by a logistic curve fitted on the other half.
    """

    f1: float
    auroc: float
    alphas: tuple[float, ...]
    calibration_error: float


def blend(scored: Scored, alpha: float) -> Floats:
    """(1-α)·structure + α·semantics (S3KG paper, eq. 2), undefined scores filled."""
    structure, semantics = (filled(scored.channels[name]) for name in (STRUCTURE, SEMANTICS))
    return (1 - alpha) * structure + alpha * semantics


def alpha_curve(scored: Scored, labels: Sequence[int]) -> list[AtAlpha]:
    """Quality over the grid of α; empty for methods without one."""
    if not scored.channels:
        return []
    curve = []
    for alpha in ALPHAS:
        found = evaluate(blend(scored, alpha), labels)
        if found is not None:
            curve.append(AtAlpha(alpha, found.f1, found.auroc))
    return curve


def best_alpha(curve: Sequence[AtAlpha]) -> AtAlpha | None:
    """The greatest F1, then AUROC, then the α next to .5."""
    return max(curve, key=lambda a: (a.f1, a.auroc or 0.0, -abs(a.alpha - 0.5)), default=None)


def held_out(scored: Scored, labels: Sequence[int]) -> HeldOut | None:
    """Two halves with equal shares of positives; None where a class is too small to halve."""
    from sklearn.model_selection import StratifiedKFold

    truth = np.asarray(labels)
    if min((truth == 0).sum(), (truth == 1).sum()) < 2:
        return None
    plain = filled(scored.values)
    probabilities = np.zeros(len(truth))
    verdicts = np.zeros(len(truth), dtype=bool)
    aurocs, alphas = [], []
    halves = StratifiedKFold(2, shuffle=True, random_state=SEED).split(plain, truth)
    for chosen_on, reported_on in halves:
        scores = plain
        if scored.channels:
            alpha = _alpha_of(scored, truth, chosen_on)
            alphas.append(alpha)
            scores = blend(scored, alpha)
        training = evaluate(scores[chosen_on], truth[chosen_on].tolist())
        testing = evaluate(scores[reported_on], truth[reported_on].tolist())
        if training is None or testing is None or testing.auroc is None:
            return None
        verdicts[reported_on] = scores[reported_on] >= training.threshold
        aurocs.append(testing.auroc)
        curve = _logistic(scores[chosen_on], truth[chosen_on])
        probabilities[reported_on] = curve(scores[reported_on])
    return HeldOut(
        f1=f1_at(verdicts.astype(float), labels, 0.5),
        auroc=float(np.mean(aurocs)),
        alphas=tuple(alphas),
        calibration_error=calibration_error(probabilities, truth),
    )


def _alpha_of(scored: Scored, truth: Ints, places: Ints) -> float:
    part = Scored(
        (),
        {name: [values[place] for place in places] for name, values in scored.channels.items()},
    )
    best = best_alpha(alpha_curve(part, truth[places].tolist()))
    return 0.5 if best is None else best.alpha


def _logistic(scores: Floats, truth: Ints) -> Callable[[Floats], Floats]:
    """Platt's logistic curve from scores to probabilities."""
    from sklearn.linear_model import LogisticRegression

    spread = float(scores.std()) or 1.0
    model = LogisticRegression(C=1e4).fit(scores[:, None] / spread, truth)
    return lambda others: model.predict_proba(others[:, None] / spread)[:, 1]
