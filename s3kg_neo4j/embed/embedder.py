"""From strings to vectors: the cache first, then the encoder, shortest strings first."""

import logging
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed.cache import VectorCache
from s3kg_neo4j.progress import Progress

logger = logging.getLogger(__name__)

WRITE_EVERY = 512
"""Strings encoded between two writes to the cache: what a kill can cost."""


class Encoder(Protocol):
    """A sentence encoder.

    Attributes:
        name: As it was asked for.
        revision: Tells its weights apart; known without loading them.
        precision: Of the arithmetic, ``float32`` or ``bfloat16``.
        dimension: Length of a vector.
        normalised: Whether its vectors have length 1.
    """

    name: str
    revision: str
    precision: str
    normalised: bool

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``, shape (n, dimension)."""
        ...

    def too_long(self, texts: Sequence[str]) -> list[str]:
        """The texts that are cut at the model's limit."""
        ...


class Vectors:
    """Vectors of a set of strings.

    Attributes:
        unusable: Strings whose vector is zero or not finite; their rows are zero.
    """

    def __init__(self, texts: Sequence[str], matrix: NDArray[np.float32]) -> None:
        """Hold row i of ``matrix`` as the vector of ``texts[i]``."""
        finite = np.isfinite(matrix).all(axis=1)
        usable = finite & np.any(matrix, axis=1)
        self._rows = {text: row for row, text in enumerate(texts)}
        self._matrix = np.where(usable[:, None], matrix, np.float32(0))
        self.unusable = frozenset(t for t, good in zip(texts, usable, strict=True) if not good)

    def matrix(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Rows of ``texts``, shape (n, d)."""
        rows: NDArray[np.float32] = self._matrix[[self._rows[text] for text in texts]]
        return rows

    def __getitem__(self, text: str) -> NDArray[np.float32]:
        """Vector of one string."""
        row: NDArray[np.float32] = self._matrix[self._rows[text]]
        return row

    def __len__(self) -> int:
        """How many strings there are."""
        return len(self._rows)


class Embedder:
    """Encodes each distinct string once, ever.

    Attributes:
        encoder: Where new vectors come from.
    """

    def __init__(self, encoder: Encoder, cache: VectorCache | None) -> None:
        """Use ``encoder``, and ``cache`` where there is one."""
        self.encoder = encoder
        self._cache = cache
        self._warned = False

    @property
    def identity(self) -> str:
        """Name, revision and precision: what a vector depends on."""
        return f"{self.encoder.name}@{self.encoder.revision}/{self.encoder.precision}"

    def embed(self, texts: Iterable[str], *, progress: bool = False) -> Vectors:
        """Vectors of ``texts``; repeats cost nothing."""
        distinct = list(dict.fromkeys(texts))
        known = self._cache.read(distinct) if self._cache else {}
        # Strings of like length fill a batch without padding.
        new = sorted((t for t in distinct if t not in known), key=lambda t: (len(t), t))
        if new:
            self._warn(new)
        with Progress("strings", len(new)) if progress and new else _Silent() as bar:
            for start in range(0, len(new), WRITE_EVERY):
                batch = new[start : start + WRITE_EVERY]
                made = dict(zip(batch, self.encoder.encode(batch), strict=True))
                if self._cache:
                    self._cache.write(made)
                known |= made
                bar.advance(len(batch))
        matrix = np.zeros((len(distinct), self.encoder.dimension), np.float32)
        for row, text in enumerate(distinct):
            matrix[row] = known[text]
        vectors = Vectors(distinct, matrix)
        if vectors.unusable:
            logger.warning(
                "%d strings have no usable vector and align with nothing, such as %r",
                len(vectors.unusable),
                min(vectors.unusable),
            )
        return vectors

    def _warn(self, texts: Sequence[str]) -> None:
        cut = [] if self._warned else self.encoder.too_long(texts)
        if cut:
            self._warned = True
            logger.warning(
                "%d strings are longer than the encoder reads and are cut, such as %.60r",
                len(cut),
                cut[0],
            )


class _Silent(Progress):
    """No progress to show."""

    def __init__(self) -> None:
        super().__init__("")

    def advance(self, count: int = 1) -> None:
        """Count nothing."""
