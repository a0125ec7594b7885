"""Versions that a result depends on."""

import platform
from importlib.metadata import version

PACKAGES = (
    "s3kg-neo4j",
    "neo4j",
    "graphdatascience",
    "sentence-transformers",
    "torch",
    "numpy",
    "scipy",
    "simplemma",
)


def package_versions() -> dict[str, str]:
    """Versions of Python and of the packages that decide a number."""
    return {"python": platform.python_version()} | {name: version(name) for name in PACKAGES}
