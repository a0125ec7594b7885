"""Intervals and tests by resampling pairs: seeded, all resamples at once.

scikit-learn gives the point values (``metrics``); here the same F1 and AUROC are computed for
thousands of resamples as sums over groups of equal scores, and tests compare the two.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SEED = 20260930
RESAMPLES = 1000
LEVEL = 0.95


def interval(values: Floats) -> tuple[float, float]:
    """The middle ``LEVEL`` of resampled values (percentile bootstrap)."""
    low, high = np.nanquantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def bootstrap(
    scores: Floats, labels: Sequence[int], *, resamples: int = RESAMPLES, seed: int = SEED
) -> tuple[Floats, Floats]:
    """F1 and AUROC of so many resamples of the pairs, each class drawn with its own size."""
    truth = np.asarray(labels)
    draw = np.random.default_rng(seed)
    weights = np.zeros((resamples, len(truth)))
    for value in (0, 1):
        places = np.flatnonzero(truth == value)
        if len(places):
            share = np.full(len(places), 1 / len(places))
            weights[:, places] = draw.multinomial(len(places), share, size=resamples)
    return weighted_f1_auroc(scores, truth, weights)


def weighted_f1_auroc(
    scores: Floats, truth: NDArray[np.int64], weights: Floats
) -> tuple[Floats, Floats]:
    """Best F1 and AUROC, where pair i counts ``weights[r, i]`` times in row r.

    AUROC is NaN in a row without one of the classes.
    """
    order = np.argsort(-scores, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(scores[order]) != 0])
    weighted = weights[:, order]
    positive = np.add.reduceat(weighted * truth[order], starts, axis=1)
    negative = np.add.reduceat(weighted * (1 - truth[order]), starts, axis=1)
    true, false = positive.cumsum(axis=1), negative.cumsum(axis=1)
    positives, negatives = true[:, -1:], false[:, -1:]
    claimed = true + false + positives
    f1 = np.divide(2 * true, claimed, out=np.zeros_like(true), where=claimed > 0).max(axis=1)
    # A negative is passed by the positives above it and half passed by its equals.
    passed = (negative * (true - positive / 2)).sum(axis=1)
    products = (positives * negatives)[:, 0]
    auroc = np.divide(passed, products, out=np.full(len(products), np.nan), where=products > 0)
    return f1, auroc


def permutation_p(
    first: Floats,
    second: Floats,
    labels: Sequence[int],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> float:
    """Two-sided p of equal AUROC: the two methods' ranks are exchanged at random, pair by pair.

    Scores become ranks first, since two methods have different scales (Venkatraman and Begg 1996).
    """
    from scipy.stats import rankdata

    truth = np.asarray(labels)
    ranks = rankdata(first), rankdata(second)
    draw = np.random.default_rng(seed)
    exchanged = draw.random((resamples, len(truth))) < 0.5
    exchanged[0] = False
    one = np.where(exchanged, ranks[1], ranks[0])
    two = np.where(exchanged, ranks[0], ranks[1])
    gaps = np.abs(_auroc(one, truth) - _auroc(two, truth))
    # Row 0 is what was observed, and counts among the rows that are as far apart.
    return float((gaps >= gaps[0] - 1e-12).mean())


def _auroc(rows: Floats, truth: NDArray[np.int64]) -> Floats:
    """AUROC of each row by its rank sum (Mann and Whitney 1947)."""
    from scipy.stats import rankdata

    positives = int(truth.sum())
    negatives = len(truth) - positives
    sums = rankdata(rows, axis=1)[:, truth == 1].sum(axis=1)
    found: Floats = (sums - positives * (positives + 1) / 2) / (positives * negatives)
    return found
