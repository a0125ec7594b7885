"""Vectors on disk, keyed by encoder, revision, precision and text.

A plain sqlite3 file for each (encoder, revision, precision). Measured on 43,650 vectors of 384
numbers, written 256 at a time and read in random order: sqlite3 writes in 0.6 s and reads in
0.5 s (73 MB); lmdb needs 1.0 and 0.25 s (124 MB), and wants the file's greatest size beforehand;
diskcache needs 2.8 and 1.6 s, since it reads one key at a time, and had its last release in 2023.
The write-ahead log keeps what was written through a kill at any moment and lets two processes
use a file at once.

A file that is damaged or not understood is set aside with a warning. A folder that cannot be
written to is an error: encoding for an hour without keeping anything is no favour.
"""

import hashlib
import logging
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from filelock import FileLock
from numpy.typing import NDArray

from s3kg_neo4j.errors import EncoderError

logger = logging.getLogger(__name__)

LAYOUT = 2
"""Version of the file's layout; a file of another one is set aside."""

SUFFIX = ".sqlite"
ASIDE = ".set-aside"

KEYS_A_QUERY = 500
PATIENCE = 60.0
"""Seconds to wait for another process."""

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS identity (name TEXT, revision TEXT, precision TEXT);
CREATE TABLE IF NOT EXISTS vectors
  (key BLOB UNIQUE NOT NULL, vector BLOB NOT NULL, cut INTEGER NOT NULL, crc INTEGER NOT NULL);
PRAGMA user_version = {LAYOUT};
"""
_DAMAGE = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


@dataclass(frozen=True, slots=True)
class Identity:
    """What a vector depends on, beside the text."""

    name: str
    revision: str
    precision: str

    def __str__(self) -> str:
        """As it is recorded with a run."""
        return f"{self.name}@{self.revision}/{self.precision}"

    @property
    def file_name(self) -> str:
        """Name of the cache's file: readable, and no two the same."""
        digest = hashlib.blake2b(str(self).encode(), digest_size=6).hexdigest()
        readable = re.sub(r"[^A-Za-z0-9.-]+", "-", self.name)[-40:].strip("-.")
        return f"{readable}-{digest}{SUFFIX}"


@dataclass(frozen=True, slots=True)
class Found:
    """What the cache holds of a list of texts.

    Attributes:
        places: Index of each text found, ascending.
        vectors: One row for each place.
        cut: Those of ``places`` whose text was cut at the encoder's limit.
    """

    places: list[int]
    vectors: NDArray[np.float32]
    cut: frozenset[int]


NOTHING = Found([], np.zeros((0, 0), np.float32), frozenset())


class _DamageError(Exception):
    """The file cannot be trusted."""


class VectorCache:
    """The vectors of one encoder; a context manager, within which it reads and writes."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        """Name the file in ``folder``; nothing is opened or created yet."""
        self.path = folder / identity.file_name
        self._identity = identity
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        """Open the file, and create it where there is none.

        Raises:
            EncoderError: The folder cannot be written to.
        """
        with self._disk_errors():
            self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._close()

    def read(self, texts: Sequence[str]) -> Found:
        """The vectors that are there.

        Raises:
            EncoderError: The disk fails, or another process holds the file for a minute.
        """
        with self._disk_errors():
            try:
                return _read(self._opened, texts)
            except _DamageError as damage:
                self._set_aside(str(damage))
        return NOTHING

    def write(
        self, texts: Sequence[str], vectors: NDArray[np.float32], cut: Sequence[bool]
    ) -> None:
        """Add vectors; all of them, or (after a kill) none.

        Raises:
            EncoderError: The disk is full or fails, or another process holds the file.
        """
        blobs = [row.tobytes() for row in vectors]
        rows = [
            (key_of(text), blob, short, zlib.crc32(blob))
            for text, blob, short in zip(texts, blobs, cut, strict=True)
        ]
        with self._disk_errors():
            try:
                _write(self._opened, rows)
            except _DamageError as damage:
                self._set_aside(str(damage))
                _write(self._opened, rows)

    @property
    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            raise RuntimeError("the vector cache is used outside its context")
        return self._connection

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(self.path):
            try:
                self._connection = self._connect()
            except _DamageError as damage:
                self._move(str(damage))
                self._connection = self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            with _damage_told_apart():
                _prepare(connection, self._identity)
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_aside(self, reason: str) -> None:
        self._close()
        with _lock(self.path):
            self._move(reason)
            self._connection = self._connect()

    def _move(self, reason: str) -> None:
        number = sum(1 for _ in self.path.parent.glob(f"{self.path.name}{ASIDE}-*"))
        aside = self.path.with_name(f"{self.path.name}{ASIDE}-{number + 1}")
        for path, to in zip(_files(self.path), _files(aside), strict=True):
            if path.exists():
                path.replace(to)
        logger.warning(
            "%s cannot be used (%s) and is now %s; its vectors are made again",
            self.path.name,
            reason,
            aside.name,
        )

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Say in one line what keeps the cache from working."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self._close()
            raise EncoderError(
                f"{self.path.parent}: the vector cache cannot be used ({error}); "
                "free the disk or name another folder in S3KG_CACHE_DIR"
            ) from None

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def key_of(text: str) -> bytes:
    """Hash of a text; texts with lone surrogates have one too."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _files(path: Path) -> list[Path]:
    """A database's files."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]


def _lock(path: Path) -> FileLock:
    """Held while a file of this folder is created, moved or removed."""
    return FileLock(path.parent / "vectors.lock", timeout=PATIENCE)


@contextmanager
def _damage_told_apart() -> Iterator[None]:
    """Raise ``_DamageError`` where the file is to blame, and not the disk or another process."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DAMAGE:
            raise _DamageError(str(error)) from None
        raise


def _prepare(connection: sqlite3.Connection, identity: Identity) -> None:
    connection.execute("PRAGMA page_size = 8192")
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    if layout not in (0, LAYOUT):
        raise _DamageError(f"layout {layout} instead of {LAYOUT}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if layout == 0:
        connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
    mine = astuple(identity)
    found = connection.execute("SELECT name, revision, precision FROM identity").fetchall()
    if not found:
        connection.execute("INSERT INTO identity VALUES (?, ?, ?)", mine)
    elif found != [mine]:
        raise _DamageError(f"vectors of {found[0][0]}")


def _write(connection: sqlite3.Connection, rows: list[tuple[bytes, bytes, bool, int]]) -> None:
    with _damage_told_apart(), connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)


def _read(connection: sqlite3.Connection, texts: Sequence[str]) -> Found:
    keys = [key_of(text) for text in texts]
    place_of = {key: place for place, key in enumerate(keys)}
    blobs: list[bytes | None] = [None] * len(keys)
    cut: set[int] = set()
    for start in range(0, len(keys), KEYS_A_QUERY):
        some = keys[start : start + KEYS_A_QUERY]
        marks = ",".join("?" * len(some))
        query = f"SELECT key, vector, cut, crc FROM vectors WHERE key IN ({marks})"  # noqa: S608
        with _damage_told_apart():
            rows = connection.execute(query, some).fetchall()
        for key, blob, short, crc in rows:
            if zlib.crc32(blob) != crc:
                raise _DamageError("a vector differs from its checksum")
            place = place_of[key]
            blobs[place] = blob
            if short:
                cut.add(place)
    places = [place for place, blob in enumerate(blobs) if blob is not None]
    if not places:
        return NOTHING
    joined = b"".join(blob for blob in blobs if blob is not None)
    vectors = np.frombuffer(joined, np.float32).reshape(len(places), -1)
    return Found(places, vectors, frozenset(cut))
