"""From strings to vectors: what the cache holds, and the rest from the encoder."""

import logging
import threading
from collections.abc import Collection, Iterable, Sequence
from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed.cache import NOTHING, Identity, VectorCache
from s3kg_neo4j.embed.encoder import Encoder
from s3kg_neo4j.embed.vectors import Vectors, snapped
from s3kg_neo4j.progress import Progress

logger = logging.getLogger(__name__)

WRITE_EVERY = 256
"""Strings encoded between two writes to the cache: what a kill can cost."""

SHOWN = 60
"""Characters of a string that a warning quotes."""


class Embedder:
    """Gives vectors, and encodes each distinct string once.

    It keeps no vectors between calls: callers ask for a few thousand strings at a time, and
    the cache on disk serves what comes again. Calls from several threads wait for each other.

    Attributes:
        encoder: Where new vectors come from.
        cache: Where they are kept, if anywhere.
    """

    def __init__(self, encoder: Encoder, cache: VectorCache | None = None) -> None:
        """Use ``encoder``, and ``cache`` where there is one."""
        self.encoder = encoder
        self.cache = cache
        self._lock = threading.Lock()
        self._warned: set[str] = set()

    @property
    def identity(self) -> str:
        """Name, revision and precision: what a vector depends on."""
        encoder = self.encoder
        return str(Identity(encoder.name, encoder.revision, encoder.precision))

    def embed(self, texts: Iterable[str], *, progress: bool = False) -> Vectors:
        """Vectors of ``texts``; repeats cost nothing.

        Args:
            texts: In any order.
            progress: Whether to show on stderr how far encoding is.

        Raises:
            EncoderError: The model or the cache cannot be used.
        """
        distinct = list(dict.fromkeys(texts))
        if not distinct:
            return Vectors([], np.zeros((0, self.encoder.dimension), np.float32))
        with self._lock, self.cache or nullcontext():
            found = self.cache.read(distinct) if self.cache else NOTHING
            cut = {distinct[place] for place in found.cut}
            matrix = found.vectors
            if len(found.places) < len(distinct):
                there = set(found.places)
                new = [place for place in range(len(distinct)) if place not in there]
                made = self._encode([distinct[place] for place in new], cut, progress=progress)
                matrix = np.empty((len(distinct), made.shape[1]), np.float32)
                if there:
                    matrix[found.places] = found.vectors
                matrix[new] = made
            vectors = Vectors(distinct, matrix)
            self._warn("cut at the encoder's limit", cut)
            self._warn("without a usable vector and align with nothing", vectors.unusable)
        return vectors

    def _encode(
        self, texts: Sequence[str], cut: set[str], *, progress: bool
    ) -> NDArray[np.float32]:
        """Vectors of ``texts``, which are added to the cache as they are made."""
        matrix = np.zeros((len(texts), self.encoder.dimension), np.float32)
        unsaved: list[int] = []

        def save() -> None:
            if self.cache and unsaved:
                some = [texts[place] for place in unsaved]
                self.cache.write(some, matrix[unsaved], [text in cut for text in some])
            unsaved.clear()

        with Progress("strings", len(texts)) if progress else nullcontext() as bar:
            for batch in self.encoder.batches(texts):
                matrix[list(batch.places)] = snapped(batch.vectors)
                cut.update(texts[place] for place in batch.cut)
                unsaved += batch.places
                if len(unsaved) >= WRITE_EVERY:
                    save()
                if bar is not None:
                    bar.advance(len(batch.places))
            save()
        return matrix

    def _warn(self, what: str, texts: Collection[str]) -> None:
        """Warn of ``texts``, the first time that there are any."""
        if not texts or what in self._warned:
            return
        self._warned.add(what)
        example = min(texts)
        logger.warning(
            "%d string%s %s %s, such as %r; later ones are not mentioned",
            len(texts),
            "" if len(texts) == 1 else "s",
            "is" if len(texts) == 1 else "are",
            what,
            example if len(example) <= SHOWN else f"{example[:SHOWN]}…",
        )
