"""Run folders: a run explains itself, streams its rows to disk and can be resumed.

A finished question is one block of whole lines in ``scores.jsonl`` and ``errors.jsonl``; the
journal holds, after each question, how long both files were. What a kill left half-written
lies beyond the last journal entry and is cut off when the run is resumed.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from filelock import FileLock, Timeout

from s3kg_neo4j.errors import InputError, UsageError

SCORES, ERRORS, JOURNAL, RUN = "scores.jsonl", "errors.jsonl", "journal.jsonl", "run.json"


class RunFolder:
    """An open run folder; use as a context manager.

    Attributes:
        path: The folder.
        finished: Ids of questions that an interrupted run had finished.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any], *, resume: bool) -> None:
        """Create the folder, or take it up again.

        Args:
            path: The folder; created with its parents.
            settings: What must be equal for a run to be resumed.
            resume: Whether to go on with a run that lies there.

        Raises:
            UsageError: Something else lies there, or another run writes to it.
        """
        self.path = path
        self.finished: set[str] = set()
        self._fingerprint = _fingerprint(settings)
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"--out: {path}: {error.strerror}; name a folder to write to"
            ) from None
        self._lock = FileLock(path / ".lock")
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise UsageError(
                f"--out: {path}: another run is writing there; wait, or name another folder"
            ) from None
        try:
            self._open(resume=resume)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, *, resume: bool) -> None:
        journal = self.path / JOURNAL
        sizes = (0, 0)
        if (self.path / RUN).exists() or journal.exists():
            if not resume:
                raise UsageError(
                    f"--out: {self.path}: a run lies there already; "
                    "add --resume to go on with it, or name another folder"
                )
            sizes = self._read_journal(journal)
        else:
            _write_lines(journal, [{"settings": self._fingerprint}])
        self._files = tuple(
            _open_at(self.path / name, size)
            for name, size in zip((SCORES, ERRORS), sizes, strict=True)
        )
        self._journal = journal.open("ab")

    def _read_journal(self, journal: Path) -> tuple[int, int]:
        entries = list(_whole_lines(journal))
        if not entries or entries[0].get("settings") != self._fingerprint:
            raise UsageError(
                f"--resume: {self.path}: that run had another input, other options or another "
                "version; start again in another folder"
            )
        self.finished = {entry["id"] for entry in entries[1:]}
        _write_lines(journal, entries)
        last = entries[-1].get("sizes", [0, 0])
        return last[0], last[1]

    def __enter__(self) -> Self:
        """Use as a context manager."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the files; what was added stays."""
        for file in (*self._files, self._journal):
            file.close()
        self._lock.release()

    def add(
        self,
        question: str,
        scores: Iterable[Mapping[str, Any]],
        errors: Iterable[Mapping[str, Any]],
    ) -> None:
        """Add a finished question: whole, or (after a kill) not at all."""
        for file, rows in zip(self._files, (scores, errors), strict=True):
            file.write(b"".join(_line(row) for row in rows))
            file.flush()
        sizes = [file.tell() for file in self._files]
        self._journal.write(_line({"id": question, "sizes": sizes}))
        self._journal.flush()

    def scores(self) -> list[dict[str, Any]]:
        """All rows of scores.jsonl so far."""
        return list(read_rows(self.path, SCORES))

    def close_run(self, record: Mapping[str, Any]) -> None:
        """Write run.json at once, when all questions are in."""
        text = json.dumps(record, indent=2, ensure_ascii=False, sort_keys=True, allow_nan=False)
        temporary = self.path / (RUN + ".part")
        temporary.write_text(text + "\n", encoding="utf-8")
        temporary.replace(self.path / RUN)


def read_rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """Rows of a run folder's file.

    Raises:
        InputError: There is no such file.
    """
    path = folder / name
    if not path.is_file():
        raise InputError(f"{folder}: no {name} there; name a folder made by `s3kg score --out`")
    yield from _whole_lines(path)


def read_run(path: Path) -> dict[str, Any]:
    """A finished run's run.json.

    Raises:
        InputError: There is none, or it cannot be read.
    """
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError(
            f"{path.parent}: no finished run there; finish it with `s3kg score --resume`"
        ) from None
    return record


def latest_run(runs: Path) -> Path:
    """The run folder that was written last.

    Raises:
        InputError: There is none.
    """
    folders = [path.parent for path in runs.glob(f"*/{JOURNAL}")]
    if not folders:
        raise InputError(f"{runs}: no run there; make one with `s3kg score FILE`")
    return max(folders, key=lambda path: ((path / JOURNAL).stat().st_mtime, path.name))


def input_digest(path: Path) -> str:
    """SHA-256 of a file, or of a folder's files in order of their names."""
    digest = hashlib.sha256()
    files: Sequence[Path] = sorted(path.rglob("*")) if path.is_dir() else [path]
    for file in files:
        if file.is_file():
            with file.open("rb") as stream:
                while block := stream.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()


def _fingerprint(settings: Mapping[str, Any]) -> str:
    return hashlib.sha256(_line(settings)).hexdigest()


def _line(row: Mapping[str, Any]) -> bytes:
    return (json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n").encode(
        "utf-8", "backslashreplace"
    )


def _whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield json.loads(line)


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    temporary = path.with_suffix(".part")
    temporary.write_bytes(b"".join(_line(row) for row in rows))
    temporary.replace(path)


def _open_at(path: Path, size: int) -> BinaryIO:
    """Open for appending after the first ``size`` bytes, which a finished question ended with."""
    file = path.open("r+b" if path.exists() else "w+b")
    if file.seek(0, os.SEEK_END) < size:
        raise InputError(f"{path}: shorter than its journal says; start again in another folder")
    file.truncate(size)
    file.seek(size)
    return file
