"""Vectors of a set of strings, on a grid that makes their products exact."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]

GRID_BITS = 24
"""A vector's components are multiples of its length (rounded up to a power of two) / 2^24."""

SMALLEST_NORM = 1e-30
"""A shorter vector counts as zero."""


def usable_rows(matrix: Matrix) -> NDArray[np.bool_]:
    """Which rows are finite and not zero."""
    # Summed in double precision without a copy of the whole.
    squares = np.einsum("ij,ij->i", matrix, matrix, dtype=np.float64)
    usable: NDArray[np.bool_] = np.isfinite(squares) & (squares > SMALLEST_NORM**2)
    return usable


def snapped(matrix: Matrix) -> Matrix:
    """The rows moved to their grid; zero rows for those that cannot be used.

    A component moves by at most 2^-24 of its vector's length, less than float32 arithmetic
    errs by. In return every sum of products of two rows is exact in double precision, in any
    order: the partial sums are multiples of the two grids' product and stay below 2^53 of it.
    So no engine, batch size or number of threads changes a bit of a cosine.
    """
    usable = usable_rows(matrix)
    rows = np.where(usable[:, None], matrix, np.float32(0)).astype(np.float64)
    _, exponents = np.frexp(np.linalg.norm(rows, axis=1))
    shifts = (GRID_BITS - exponents)[:, None]
    grid: Matrix = np.ldexp(np.rint(np.ldexp(rows, shifts)), -shifts).astype(np.float32)
    return grid


class Vectors(Mapping[str, Matrix]):
    """A mapping from strings to their vectors.

    Attributes:
        unusable: Strings whose vector is zero or not finite; their rows are zero.
    """

    def __init__(self, texts: Sequence[str], matrix: Matrix) -> None:
        """Hold row i of ``matrix`` as the vector of ``texts[i]``."""
        usable = usable_rows(matrix)
        self._rows = {text: row for row, text in enumerate(texts)}
        self._matrix = matrix if usable.all() else np.where(usable[:, None], matrix, np.float32(0))
        self.unusable = frozenset(t for t, good in zip(texts, usable, strict=True) if not good)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._matrix.shape[1])

    def matrix(self, texts: Sequence[str]) -> Matrix:
        """Rows of ``texts``, shape (n, d).

        Raises:
            KeyError: A text was not embedded.
        """
        rows: Matrix = self._matrix[[self._rows[text] for text in texts]]
        return rows

    def __getitem__(self, text: str) -> Matrix:
        """Vector of one string."""
        row: Matrix = self._matrix[self._rows[text]]
        return row

    def __iter__(self) -> Iterator[str]:
        """The strings."""
        return iter(self._rows)

    def __len__(self) -> int:
        """How many strings there are."""
        return len(self._rows)
