"""How well scores tell the pairs that mean the same from those that do not.

Point values come from scikit-learn. F1 is the best over all distinct scores as thresholds (a pair
at the threshold counts as the same; ties are never split), AUROC is that of the raw scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BINS = 10
"""Of the calibration error."""

DECIMALS = 9
"""Of a score. What equal graphs differ by in sums of another order must not break a tie."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Quality of scores on labelled pairs.

    Attributes:
        f1: Best over the thresholds.
        threshold: The highest that reaches it.
        precision: At the threshold.
        recall: At the threshold.
        auroc: Area under the ROC curve; None where all labels are equal.
        average_precision: Area under the precision-recall curve.
        brier: Mean squared error of the scores, clipped to [0, 1], as probabilities.
        calibration_error: Mean gap between score and share of positives, in ten bins.
    """

    f1: float
    threshold: float
    precision: float
    recall: float
    auroc: float | None
    average_precision: float | None
    brier: float
    calibration_error: float


def filled(values: Sequence[float | None]) -> Floats:
    """The scores, rounded; 0, or the lowest there is if that is less, where undefined."""
    lowest = min((value for value in values if value is not None), default=0.0)
    scores = np.array([min(0.0, lowest) if v is None else v for v in values], dtype=np.float64)
    return scores.round(DECIMALS)


def evaluate(scores: Floats, labels: Sequence[int]) -> Metrics | None:
    """All metrics; None where no pair is positive, for then there is no F1."""
    from sklearn import metrics

    truth = np.asarray(labels)
    if not truth.any():
        return None
    precision, recall, thresholds = metrics.precision_recall_curve(truth, scores)
    # The last point belongs to no threshold.
    f1 = _harmonic(precision[:-1], recall[:-1])
    best = len(f1) - 1 - int(f1[::-1].argmax())
    both = bool((truth == 0).any())
    probabilities = scores.clip(0.0, 1.0)
    return Metrics(
        f1=float(f1[best]),
        threshold=float(thresholds[best]),
        precision=float(precision[best]),
        recall=float(recall[best]),
        auroc=float(metrics.roc_auc_score(truth, scores)) if both else None,
        average_precision=float(metrics.average_precision_score(truth, scores)) if both else None,
        brier=float(((probabilities - truth) ** 2).mean()),
        calibration_error=calibration_error(probabilities, truth),
    )


def calibration_error(probabilities: Floats, truth: Ints) -> float:
    """Expected calibration error (Naeini et al. 2015) in ``BINS`` bins of equal width."""
    places = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    gaps = np.bincount(places, weights=probabilities - truth, minlength=BINS)
    return float(np.abs(gaps).sum() / len(truth))


def f1_at(scores: Floats, labels: Sequence[int], threshold: float) -> float:
    """F1 where scores at or above the threshold mean the same."""
    from sklearn.metrics import f1_score

    return float(f1_score(np.asarray(labels), scores >= threshold, zero_division=0.0))


def _harmonic(precision: Floats, recall: Floats) -> Floats:
    total = precision + recall
    return np.divide(2 * precision * recall, total, out=np.zeros_like(total), where=total > 0)
