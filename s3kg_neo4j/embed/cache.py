"""Vectors on disk, keyed by encoder, revision, precision and text.

sqlite3 rather than a caching library: thousands of vectors are read and written in one
statement, the write-ahead log survives a kill at any moment, and two processes may share the
file.
"""

import hashlib
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.errors import EncoderError

logger = logging.getLogger(__name__)

LAYOUT = 1
"""Version of the file's layout; a file of another one is set aside."""

KEYS_A_QUERY = 500


class VectorCache:
    """The vectors of one encoder."""

    def __init__(self, folder: Path, identity: str, dimension: int) -> None:
        """Open or create the file for ``identity`` in ``folder``.

        Raises:
            EncoderError: The folder cannot be written to.
        """
        self._dimension = dimension
        name = hashlib.blake2b(identity.encode(), digest_size=12).hexdigest()
        self._path = folder / f"{name}.sqlite"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = self._open()
        except (OSError, sqlite3.OperationalError) as error:
            raise EncoderError(
                f"{folder}: the vector cache cannot be written ({error}); "
                "free the disk or name another folder in S3KG_CACHE_DIR"
            ) from None

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            aside = self._path.with_suffix(".damaged")
            self._path.replace(aside)
            logger.warning(
                "%s was damaged and is now %s; its vectors are made again",
                self._path.name,
                aside.name,
            )
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=60, check_same_thread=False)
        try:
            layout = connection.execute("PRAGMA user_version").fetchone()[0]
            _check_layout(layout)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (text TEXT PRIMARY KEY, vector BLOB NOT NULL)"
                " WITHOUT ROWID"
            )
            connection.execute(f"PRAGMA user_version = {LAYOUT}")
        except BaseException:
            connection.close()
            raise
        return connection

    def read(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """The vectors that are there."""
        found: dict[str, NDArray[np.float32]] = {}
        for start in range(0, len(texts), KEYS_A_QUERY):
            keys = [_key(text) for text in texts[start : start + KEYS_A_QUERY]]
            marks = ",".join("?" * len(keys))
            rows = self._connection.execute(
                f"SELECT text, vector FROM vectors WHERE text IN ({marks})",  # noqa: S608  marks only
                keys,
            )
            for text, blob in rows:
                vector = np.frombuffer(blob, np.float32)
                if len(vector) == self._dimension:
                    found[text] = vector
        return {text: found[_key(text)] for text in texts if _key(text) in found}

    def write(self, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        """Add vectors; all of them, or (after a kill) none.

        Raises:
            EncoderError: The disk is full or the file cannot be written.
        """
        try:
            with self._connection:
                self._connection.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?)",
                    [(_key(text), vector.tobytes()) for text, vector in vectors.items()],
                )
        except sqlite3.OperationalError as error:
            raise EncoderError(
                f"{self._path}: the vector cache cannot be written ({error}); "
                "free the disk or name another folder in S3KG_CACHE_DIR"
            ) from None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _check_layout(found: int) -> None:
    if found not in (0, LAYOUT):
        raise sqlite3.DatabaseError(f"layout {found}")


def _key(text: str) -> str:
    """The text itself; a lone surrogate, which sqlite cannot store, is written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()
