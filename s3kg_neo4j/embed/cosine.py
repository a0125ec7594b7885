"""Raw cosines in double precision, rounded once (spec, Rounding)."""

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.matching import UNDEFINED, Cosines
from s3kg_neo4j.measure import DECIMALS


def cosines(first: NDArray[np.float32], second: NDArray[np.float32]) -> Cosines:
    """Cosine of every row of ``first`` with every row of ``second``: a·b / (|a|·|b|).

    For an embedder's vectors the products and lengths are exact (``vectors.snapped``), so a
    cosine is the same number whatever rows it is computed with, and in either order.

    Args:
        first: Shape (n, d).
        second: Shape (m, d).

    Returns:
        Shape (n, m), rounded to ``DECIMALS``; ``UNDEFINED`` where a row is zero or not finite.
    """
    one, lengths = _measured(first)
    two, others = _measured(second)
    values: Cosines = one @ two.T
    products = np.outer(lengths, others)
    defined = products > 0
    np.divide(values, products, out=values, where=defined)
    np.round(values, DECIMALS, out=values)
    np.clip(values, -1.0, 1.0, out=values)
    values += 0.0  # no -0.0
    values[~defined] = UNDEFINED
    return values


def _measured(
    matrix: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows in double precision and their lengths; zero for what cannot be used."""
    rows = matrix.astype(np.float64)
    squares = np.einsum("ij,ij->i", rows, rows)
    usable = np.isfinite(squares)
    if not usable.all():
        rows = np.where(usable[:, None], rows, 0.0)
        squares = np.where(usable, squares, 0.0)
    return rows, np.sqrt(squares)
