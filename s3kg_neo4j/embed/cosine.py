"""Raw cosines in double precision, rounded once (spec, Rounding)."""

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.matching import UNDEFINED, Cosines
from s3kg_neo4j.measure import DECIMALS


def cosines(first: NDArray[np.float32], second: NDArray[np.float32]) -> Cosines:
    """Cosine of every row of ``first`` with every row of ``second``.

    Args:
        first: Shape (n, d).
        second: Shape (m, d).

    Returns:
        Shape (n, m), rounded to ``DECIMALS``; ``UNDEFINED`` where a row is zero.
    """
    one, two = first.astype(np.float64), second.astype(np.float64)
    norms = np.outer(np.linalg.norm(one, axis=1), np.linalg.norm(two, axis=1))
    defined = norms > 0
    values = (one @ two.T) / np.where(defined, norms, 1.0)
    rounded: Cosines = np.where(defined, np.clip(np.round(values, DECIMALS), -1, 1), UNDEFINED)
    return rounded
