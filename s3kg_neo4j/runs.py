"""Run folders: a run explains itself, streams its rows to disk and can be resumed.

A finished question is one block of whole lines in ``scores.jsonl`` and ``errors.jsonl``; the
journal holds, after each question, how long both files were. What a kill left half-written
lies beyond the last journal entry and is cut off when the run is resumed.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from filelock import FileLock, Timeout

from s3kg_neo4j.errors import InputError, UsageError

SCORES, ERRORS, JOURNAL, RUN = "scores.jsonl", "errors.jsonl", "journal.jsonl", "run.json"

COLUMNS = {
    SCORES: {"id", "model", "temperature", "repeat", "status", "gold_sim", "ctx_sim", "cus", "tau"},
    ERRORS: {"id", "model", "temperature", "repeat", "category", "answer", "gold", "in_context"},
}
"""What a row has at least, by which another program's file of the same name is told apart."""

_BROKEN = "not as `s3kg score` wrote it; score again into another folder"


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
        except OSError as error:
            raise UsageError(
                f"--out: {path}: {error.strerror}; name a folder to write to"
            ) from None
        try:
            self._open(resume=resume)
        except BaseException:
            self._lock.release()
            raise

    def _open(self, *, resume: bool) -> None:
        journal = self.path / JOURNAL
        sizes = (0, 0)
        if not journal.exists():
            self._refuse_foreign()
        if journal.exists() and not _is_empty_run(journal):
            if not resume:
                raise UsageError(
                    f"--out: {self.path}: a run lies there already; "
                    "add --resume to go on with it, or name another folder"
                )
            sizes = self._read_journal(journal)
        else:
            (self.path / RUN).unlink(missing_ok=True)
            _write_lines(journal, [{"settings": self._fingerprint}])
        self._files = tuple(
            _open_at(self.path / name, size)
            for name, size in zip((SCORES, ERRORS), sizes, strict=True)
        )
        self._journal = journal.open("ab")

    def _refuse_foreign(self) -> None:
        """Files of a run's names that no run has made are somebody's, and stay."""
        for name in (SCORES, ERRORS, RUN):
            if (self.path / name).exists():
                raise UsageError(
                    f"--out: {self.path}: {name} lies there, which no run of s3kg made; "
                    "name another folder"
                )

    def _read_journal(self, journal: Path) -> tuple[int, int]:
        entries = list(_whole_lines(journal))
        if not entries or entries[0].get("settings") != self._fingerprint:
            raise UsageError(
                f"--resume: {self.path}: that run had another input, other options or another "
                "version; start again in another folder"
            )
        try:
            self.finished = {str(entry["id"]) for entry in entries[1:]}
            scores, errors = map(int, entries[-1].get("sizes", (0, 0)))
        except (KeyError, TypeError, ValueError):
            raise InputError(f"{journal}: {_BROKEN}") from None
        _write_lines(journal, entries)
        return scores, errors

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


@contextmanager
def only_run(folder: Path, settings: Mapping[str, Any]) -> Iterator[None]:
    """Be the only run of ``settings``: two at a time would write each other's comparisons.

    Args:
        folder: Where this machine's runs see each other; created with its parents.
        settings: What comparisons in the database are known by.

    Raises:
        UsageError: Another run of these settings is under way.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / f"{_fingerprint(settings)}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UsageError(
            f"--dataset: {settings['dataset']}: another run is scoring it with the same options; "
            "wait, or give this one another name"
        ) from None
    try:
        yield
    finally:
        lock.release()


def read_rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """Rows of a run folder's file.

    Raises:
        InputError: There is no such file.
    """
    path = folder / name
    if not path.is_file():
        raise InputError(f"{folder}: no {name} there; name a folder made by `s3kg score --out`")
    for row in _whole_lines(path):
        if COLUMNS[name] - set(row):
            raise InputError(f"{path}: {_BROKEN}")
        yield row


def read_run(path: Path) -> dict[str, Any]:
    """A finished run's run.json.

    Raises:
        InputError: There is none, or it cannot be read.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        record = None
    if not isinstance(record, dict) or {"given", "effective", "counts"} - set(record):
        raise InputError(
            f"{path.parent}: no finished run there; finish it with `s3kg score --resume`"
        )
    return record


def refuse_other_run(folder: Path, file: str) -> None:
    """Say so where a finished run of another file than ``file`` lies there.

    Raises:
        UsageError: It does.
    """
    if not (folder / RUN).is_file():
        return
    other = read_run(folder / RUN)["given"].get("file")
    if other != file:
        raise UsageError(
            f"--out: {folder}: a run of {other} lies there, not one of {file}; name another folder"
        )


def discard_run(folder: Path, file: str) -> None:
    """Remove a finished run of ``file``, and only the files that a run makes.

    Raises:
        UsageError: The run that lies there is another file's.
    """
    refuse_other_run(folder, file)
    if not (folder / RUN).is_file():
        return
    for name in (RUN, JOURNAL, SCORES, ERRORS):
        (folder / name).unlink(missing_ok=True)


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
                yield _row(path, line)


def _row(path: Path, line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise InputError(f"{path}: {_BROKEN}")
    return row


def _is_empty_run(journal: Path) -> bool:
    """Whether a run ended before its first question: then there is nothing to lose or go on with.

    So it is where nothing in the input could be used; the input mended, the folder is free.
    """
    entries = list(_whole_lines(journal))
    return len(entries) == 1 and set(entries[0]) == {"settings"}


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
