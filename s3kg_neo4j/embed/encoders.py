"""Models of sentence-transformers: the only home of that library and of torch.

``SentenceTransformer.encode`` pads every batch to its longest text and lets torch share each
operation among threads, which stand still whenever one of them does. Here the texts are
tokenised once, batches are of texts with the same number of tokens, so that nothing is padded,
and each thread takes whole batches of its own and never waits for another.

Measured on two cores, 2,500 labels and 2,500 triplet sentences: 550 texts a second with two
threads and 335 with one, against 305 and 215 by ``encode`` on the same texts in order.

A second gain: a row of a matrix product does not depend on how many other rows there are,
so a text's vector is the same to the last bit whatever it is encoded with. Only products of
fewer than four rows are computed otherwise; batches of ``FEWEST_TOKENS`` avoid them.
"""

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed.encoder import Batch, Encoder
from s3kg_neo4j.embed.folder import (
    ADVICE,
    Facts,
    find_folder,
    first_line,
    folder_revision,
    read_facts,
)
from s3kg_neo4j.errors import EncoderError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

TOKENS_A_BATCH = 1024
"""Measured: smaller batches spend more on each call, larger ones leave the processor's cache."""

FEWEST_TOKENS = 16
"""A smaller batch is filled up with repeats."""

TEXTS_A_CALL = 256
"""Texts at a time for models that are left to ``SentenceTransformer.encode``."""


class TransformerEncoder(Encoder):
    """A sentence-transformers model; loaded when the first text is encoded.

    It runs on the processor, so that vectors do not depend on what else a machine has.
    """

    costly = True

    def __init__(
        self,
        name: str,
        *,
        folder: Path | None = None,
        revision: str | None = None,
        precision: str = "float32",
        threads: int = 0,
    ) -> None:
        """Describe a model.

        Args:
            name: As it was asked for; a folder or a name on the hub where ``folder`` is None.
            folder: Where it lies.
            revision: Tells its weights apart, where that is known.
            precision: ``float32`` or ``bfloat16``.
            threads: How many to use; 0 for one a core.
        """
        self.name = name
        self.precision = precision
        self.threads = threads or cores()
        self._given_folder = folder
        self._given_revision = revision

    @cached_property
    def revision(self) -> str:
        """Tells its weights apart; known without loading them."""
        return self._given_revision or folder_revision(self._folder)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._facts.dimension

    @property
    def normalised(self) -> bool:
        """Whether its vectors have length 1."""
        return self._facts.normalised

    @property
    def limit(self) -> int | None:
        """Tokens of a text that it reads; None where there is no limit."""
        return self._facts.limit

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """Encode ``texts``, longest first, so that the threads end together."""
        clean = [text.encode("utf-8", "replace").decode() for text in texts]
        try:
            if self._exact:
                yield from self._same_length(clean)
            else:
                yield from self._as_it_comes(clean)
        except RuntimeError as error:
            raise EncoderError(
                f"encoder {self.name!r} failed ({first_line(error)}); "
                "try S3KG_THREADS=1, or another encoder"
            ) from error

    def _same_length(self, texts: Sequence[str]) -> Iterator[Batch]:
        tokens = self._tokens(texts, self.limit)
        cut = self._cut(texts, tokens)
        order = sorted(range(len(texts)), key=lambda i: (-len(tokens[i]), texts[i]))
        pool = ThreadPoolExecutor(self.threads, "encoder")
        waiting: deque[tuple[tuple[int, ...], Future[NDArray[np.float32]]]] = deque()
        try:
            for places in _parts(order, tokens):
                ids = [tokens[place] for place in places]
                waiting.append((places, pool.submit(self._forward, ids)))
                if len(waiting) > 2 * self.threads:
                    yield _batch(*waiting.popleft(), cut)
            while waiting:
                yield _batch(*waiting.popleft(), cut)
        finally:
            pool.shutdown(cancel_futures=True)

    def _as_it_comes(self, texts: Sequence[str]) -> Iterator[Batch]:
        """For models with a prompt or a tokeniser of their own: padded, and cuts go unnoticed."""
        order = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), texts[i]))
        for start in range(0, len(order), TEXTS_A_CALL):
            places = tuple(order[start : start + TEXTS_A_CALL])
            vectors = self._model.encode(
                [texts[place] for place in places], show_progress_bar=False, convert_to_numpy=True
            )
            yield Batch(places, np.asarray(vectors, np.float32))

    def _forward(self, ids: list[list[int]]) -> NDArray[np.float32]:
        import torch

        repeats = -(-FEWEST_TOKENS // (len(ids) * len(ids[0])))
        with torch.inference_mode():
            tokens = torch.tensor(ids * repeats)
            features = {"input_ids": tokens, "attention_mask": torch.ones_like(tokens)}
            vectors = self._model(features)["sentence_embedding"][: len(ids)]
            rows: NDArray[np.float32] = vectors.float().numpy()
        return rows

    def _tokens(self, texts: Sequence[str], limit: int | None) -> list[list[int]]:
        if not texts:
            return []
        tokenizer: Any = self._model.tokenizer
        ids: list[list[int]] = tokenizer(
            list(texts),
            truncation=limit is not None,
            max_length=limit,
            padding=False,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )["input_ids"]
        return ids

    def _cut(self, texts: Sequence[str], tokens: Sequence[list[int]]) -> frozenset[int]:
        """Places of the texts that have more tokens than the model reads."""
        full = [place for place, ids in enumerate(tokens) if len(ids) == self.limit]
        whole = self._tokens([texts[place] for place in full], None)
        return frozenset(p for p, ids in zip(full, whole, strict=True) if len(ids) > len(tokens[p]))

    @cached_property
    def _folder(self) -> Path:
        return self._given_folder or find_folder(self.name)

    @cached_property
    def _facts(self) -> Facts:
        return read_facts(self._folder) or _facts_of(self._model)

    @cached_property
    def _exact(self) -> bool:
        """Whether tokens can be handed to the model without ``SentenceTransformer.encode``."""
        model = self._model
        if type(model[0]).__name__ != "Transformer" or model.default_prompt_name is not None:
            return False
        if not getattr(model.tokenizer, "is_fast", False):
            return False
        tokenize: Any = getattr(model, "preprocess", None) or model.tokenize
        probes = [" One  naïve PROBE, 10⁵ ", "probe " * ((self.limit or 8) + 8)]
        return all(
            tokenize([probe])["input_ids"].tolist() == self._tokens([probe], self.limit)
            for probe in probes
        )

    @cached_property
    def _model(self) -> "SentenceTransformer":
        import torch
        from safetensors import SafetensorError  # noqa: PLC0415
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        # Its bar would draw into a pipe.
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            model = SentenceTransformer(str(self._folder), device="cpu", local_files_only=True)
        except (OSError, ValueError, KeyError, RuntimeError, ImportError, SafetensorError) as error:
            raise EncoderError(
                f"encoder {self.name!r} cannot be loaded ({first_line(error)}); {ADVICE}"
            ) from error
        if self.precision == "bfloat16":
            model = model.bfloat16()
        torch.set_num_threads(1 if _is_transformer(model) else self.threads)
        return model.eval()


def cores() -> int:
    """Cores that this process may use; of two threads on one core, one is counted."""
    import psutil  # noqa: PLC0415  slow to import

    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(allowed or 1, psutil.cpu_count(logical=False) or 1))


def _is_transformer(model: "SentenceTransformer") -> bool:
    return type(model[0]).__name__ == "Transformer"


def _facts_of(model: "SentenceTransformer") -> Facts:
    ask: Any = getattr(model, "get_embedding_dimension", None)
    dimension = (ask or model.get_sentence_embedding_dimension)()
    normalised = type(list(model)[-1]).__name__ == "Normalize"
    return Facts(int(dimension or 0), normalised, model.max_seq_length)


def _parts(order: Sequence[int], tokens: Sequence[list[int]]) -> Iterator[tuple[int, ...]]:
    """Batches of places whose texts have the same number of tokens."""
    for length, group in groupby(order, key=lambda place: len(tokens[place])):
        places = tuple(group)
        step = max(1, TOKENS_A_BATCH // max(1, length))
        for start in range(0, len(places), step):
            yield places[start : start + step]


def _batch(
    places: tuple[int, ...], future: Future[NDArray[np.float32]], cut: frozenset[int]
) -> Batch:
    return Batch(places, future.result(), cut.intersection(places))
