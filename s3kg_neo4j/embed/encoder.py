"""What a sentence encoder is to the rest of the program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Batch:
    """Vectors of some of the texts that an encoder was given.

    Attributes:
        places: Index of each text in the list that was given.
        vectors: One row for each place.
        cut: Those of ``places`` whose text is longer than the encoder reads.
    """

    places: tuple[int, ...]
    vectors: NDArray[np.float32]
    cut: frozenset[int] = frozenset()


class Encoder(Protocol):
    """A sentence encoder.

    Attributes:
        name: As it was asked for.
        precision: Of the arithmetic, ``float32`` or ``bfloat16``.
        threads: How many it may use.
        costly: Whether its vectors are worth keeping on disk.
    """

    name: str
    precision: str
    threads: int
    costly: bool

    @property
    def revision(self) -> str:
        """Tells its weights apart; known without loading them."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        ...

    @property
    def normalised(self) -> bool:
        """Whether its vectors have length 1."""
        ...

    @property
    def limit(self) -> int | None:
        """Tokens of a text that it reads; None where there is no limit."""
        ...

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """Encode ``texts`` in whatever order is quick; every place comes once.

        Args:
            texts: Any texts; what one's vector is does not depend on the others.

        Raises:
            EncoderError: The model cannot be loaded or fails.
        """
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``, shape (n, dimension).

        Raises:
            EncoderError: The model cannot be loaded or fails.
        """
        matrix = np.zeros((len(texts), self.dimension), np.float32)
        for batch in self.batches(texts):
            matrix[list(batch.places)] = batch.vectors
        return matrix
