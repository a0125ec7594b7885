"""Replies and the ledger of calls, in one SQLite file: a reply is kept the moment it is there."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.llm.call import Call, Reply
from s3kg_neo4j.model import Status

FILE = "replies.sqlite"
BUSY_SECONDS = 60.0

_TABLES = """
CREATE TABLE IF NOT EXISTS reply (
  key TEXT PRIMARY KEY, text TEXT, status TEXT, finish_reason TEXT,
  prompt_tokens INTEGER, completion_tokens INTEGER, seconds REAL
);
CREATE TABLE IF NOT EXISTS ledger (
  id INTEGER PRIMARY KEY, key TEXT, model TEXT, prompt TEXT, started REAL,
  outcome TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, seconds REAL
);
"""

_TOTALS = """
SELECT model, prompt, count(*) AS calls,
  sum(outcome = 'reply') AS replies,
  sum(outcome IS NOT NULL AND outcome <> 'reply') AS failed,
  sum(outcome IS NULL) AS unfinished,
  coalesce(sum(prompt_tokens), 0) AS prompt_tokens,
  coalesce(sum(completion_tokens), 0) AS completion_tokens
FROM ledger GROUP BY model, prompt ORDER BY model, prompt
"""


class ReplyStore:
    """Keeps replies by the call's key, and a line for every call that was ever sent."""

    def __init__(self, folder: Path) -> None:
        """Open or make the file in ``folder``.

        Raises:
            PrerequisiteError: It cannot be made, or is another program's.
        """
        self._path = folder / FILE
        self._lock = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None
            )
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            raise self._refusal(error) from None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def read(self, call: Call) -> Reply | None:
        """The reply to an equal call, if there is one."""
        with self._locked():
            row = self._connection.execute(
                "SELECT text, status, finish_reason, prompt_tokens, completion_tokens, seconds "
                "FROM reply WHERE key = ?",
                (call.key,),
            ).fetchone()
        return Reply(row[0], Status(row[1]), *row[2:]) if row else None

    def begin(self, call: Call) -> int:
        """Note that a call is about to be sent."""
        with self._written():
            entry = self._connection.execute(
                "INSERT INTO ledger (key, model, prompt, started) VALUES (?, ?, ?, ?)",
                (call.key, call.model, call.prompt, time.time()),
            ).lastrowid
        assert entry is not None  # noqa: S101  an insert has a row
        return entry

    def keep(self, entry: int, call: Call, reply: Reply) -> None:
        """Keep a reply and close its line of the ledger, both or neither."""
        row = asdict(reply) | {"key": call.key, "entry": entry}
        with self._written():
            self._connection.execute(
                "INSERT OR REPLACE INTO reply VALUES (:key, :text, :status, :finish_reason, "
                ":prompt_tokens, :completion_tokens, :seconds)",
                row,
            )
            self._connection.execute(
                "UPDATE ledger SET outcome = 'reply', prompt_tokens = :prompt_tokens, "
                "completion_tokens = :completion_tokens, seconds = :seconds WHERE id = :entry",
                row,
            )

    def fail(self, entry: int, why: str) -> None:
        """Close a line of the ledger whose call brought no reply."""
        with self._written():
            self._connection.execute("UPDATE ledger SET outcome = ? WHERE id = ?", (why, entry))

    def totals(self) -> list[dict[str, Any]]:
        """Calls and tokens by model and prompt version, over the file's whole life."""
        with self._locked():
            cursor = self._connection.execute(_TOTALS)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    @contextmanager
    def _written(self) -> Iterator[None]:
        """One transaction, written through before it ends."""
        with self._locked():
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield
                self._connection.execute("COMMIT")
            except sqlite3.Error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise self._refusal(error) from None

    def _refusal(self, error: Exception) -> PrerequisiteError:
        """What the user reads; replies cost money, so that nobody is told to remove them."""
        return PrerequisiteError(
            f"{self._path}: {error}; make room, move this file away if it is damaged, or name "
            "another folder in S3KG_CACHE_DIR"
        )
