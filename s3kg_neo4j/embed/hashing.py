"""Words hashed into a fixed space: an encoder for tests, without a model and without meaning."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed.encoder import Batch, Encoder

DIMENSION = 256

WORD, PIECE, NEIGHBOURS = 2, 1, 1
"""Weights of a word, of its three-letter pieces, and of two words that follow each other."""

FEATURES_KEPT = 1 << 16


class HashingEncoder(Encoder):
    """The same text has the same vector on every machine; texts without a common word, near 0.

    Each feature (a word, a three-letter piece of a longer word, two words in a row) stands for
    ``DIMENSION`` signs, taken from its hash, and a text for the weighted sum of its features.
    So two labels that share nothing have a cosine of about 0 with a deviation of 1/16, words
    of one stem are alike, and ``a r b`` differs from ``b r a``.
    """

    name = "hashing"
    revision = "2"
    precision = "float32"
    threads = 1
    costly = False
    dimension = DIMENSION
    normalised = True
    limit = None

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """All texts at once."""
        if texts:
            sums = np.array([_sum(text) for text in texts], np.float64)
            norms = np.linalg.norm(sums, axis=1, keepdims=True)
            vectors = (sums / np.where(norms > 0, norms, 1)).astype(np.float32)
            yield Batch(tuple(range(len(texts))), vectors)


def _sum(text: str) -> NDArray[np.int32]:
    words = text.split()
    total = np.zeros(DIMENSION, np.int32)
    for word in words:
        total += WORD * _signs(f"word {word}")
        padded = f"^{word}$"
        if len(word) > 2:
            for start in range(len(padded) - 2):
                total += PIECE * _signs(f"piece {padded[start : start + 3]}")
    for first, second in pairwise(words):
        total += NEIGHBOURS * _signs(f"neighbours {first} {second}")
    return total


@lru_cache(FEATURES_KEPT)
def _signs(feature: str) -> NDArray[np.int32]:
    """Plus or minus one for every dimension, by the bits of the feature's hash."""
    data = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=DIMENSION // 8)
    bits = np.unpackbits(np.frombuffer(data.digest(), np.uint8))
    return 2 * bits.astype(np.int32) - 1
