"""Extractors that need no language model, by name; a user's own is a file of Python.

A module has ``load() -> Extractor``.
"""

import importlib.util
from pathlib import Path

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.extract.extraction import Extraction, Extractor
from s3kg_neo4j.registry import Registry

__all__ = ["EXTRACTORS", "Extraction", "Extractor", "load_extractor"]

EXTRACTORS = Registry(
    "--extractor",
    {
        "spacy": "s3kg_neo4j.extract.spacy",
        "svo": "s3kg_neo4j.extract.svo",
    },
)


def load_extractor(name: str) -> Extractor:
    """The extractor of that name, or the one in a file.

    Args:
        name: One of ``EXTRACTORS``, or the path of a Python file that has ``load()``.

    Raises:
        UsageError: There is none of that name, or the file has no ``load``.
    """
    if not name.endswith(".py"):
        loaded: Extractor = EXTRACTORS[name].load()
        return loaded
    path = Path(name)
    if not path.is_file():
        raise UsageError(f"--extractor: {path}: no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # noqa: S101, PT018  a .py file has both
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise UsageError(f"--extractor: {path}: line {error.lineno}: {error.msg}") from None
    if not hasattr(module, "load"):
        raise UsageError(f"--extractor: {path}: expected a function load() there")
    own: Extractor = module.load()
    lacking = [part for part in ("name", "version", "extract") if not hasattr(own, part)]
    if lacking:
        raise UsageError(
            f"--extractor: {path}: expected load() to return an extractor, this one has no "
            f"{', '.join(lacking)}; see docs/extraction.md"
        )
    return own
