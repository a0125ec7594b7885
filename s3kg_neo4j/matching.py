"""Choices made on rounded cosines: whom a triplet picks, and which labels align."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

UNDEFINED = -2.0
"""Cosine of a string that has no usable vector: below every real cosine."""

Cosines = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """Row ``source`` goes to column ``target``."""

    source: int
    target: int
    cosine: float


def best_matches(cosines: Cosines) -> list[Choice]:
    """Each row's greatest cosine, ties to the smallest column (spec S3).

    Rows without a defined cosine choose nothing.
    """
    if not cosines.size:
        return []
    targets = cosines.argmax(axis=1)
    best = cosines[np.arange(len(cosines)), targets]
    return [
        Choice(row, int(target), float(cosine))
        for row, (target, cosine) in enumerate(zip(targets, best, strict=True))
        if cosine > UNDEFINED
    ]


def kept(choices: Sequence[Choice]) -> list[int]:
    """T2^: the distinct targets, in order of first pick."""
    return list(dict.fromkeys(choice.target for choice in choices))


def align_labels(
    cosines: Cosines,
    accepts: Callable[[float], bool],
    *,
    one_to_one: bool = False,
    texts: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> list[Choice]:
    """Which label of T1 takes the identity of which label of T2^ (spec S4).

    Args:
        cosines: Rounded, labels of T1 by labels of T2^.
        accepts: Whether a cosine is over τ.
        one_to_one: Maximum-weight assignment, equal texts fixed first.
        texts: The labels' texts, needed for ``one_to_one`` only.
    """
    if not one_to_one:
        return [choice for choice in best_matches(cosines) if accepts(choice.cosine)]
    places = {text: column for column, text in enumerate(texts[1])}
    fixed = [
        Choice(row, places[text], float(cosines[row, places[text]]))
        for row, text in enumerate(texts[0])
        if text in places and accepts(cosines[row, places[text]])
    ]
    free = cosines.copy()
    free[[choice.source for choice in fixed], :] = UNDEFINED
    free[:, [choice.target for choice in fixed]] = UNDEFINED
    return sorted(fixed + assign(free, accepts), key=lambda choice: choice.source)


def assign(cosines: Cosines, accepts: Callable[[float], bool]) -> list[Choice]:
    """Maximum-weight assignment among the accepted pairs; equal sums prefer small indices."""
    from scipy.optimize import linear_sum_assignment

    if not cosines.size:
        return []
    allowed = np.vectorize(accepts, otypes=[bool])(cosines) & (cosines > 0)
    # A preference far below the rounding of a cosine decides between equal sums.
    preference = np.arange(cosines.size).reshape(cosines.shape) * (1e-9 / cosines.size**2)
    weights = np.where(allowed, cosines - preference, 0.0)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return [
        Choice(int(row), int(column), float(cosines[row, column]))
        for row, column in zip(rows, columns, strict=True)
        if allowed[row, column]
    ]
