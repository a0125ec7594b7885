"""Progress on stderr: a bar on a terminal, a plain line now and then elsewhere."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

from tqdm import tqdm

SECONDS_BETWEEN_LINES = 10.0


class Progress:
    """Counts finished items; use as a context manager."""

    def __init__(
        self, what: str, total: int | None = None, *, done: int = 0, stream: TextIO | None = None
    ) -> None:
        """Start counting.

        Args:
            what: Name of the items, in the plural.
            total: How many there are, if that is known.
            done: How many an earlier run finished.
            stream: Where to write; stderr where not given.
        """
        self._what = what
        self._total = total
        self._done = done
        self._stream = stream or sys.stderr
        self._last = time.monotonic()
        self._bar = (
            tqdm(desc=what, total=total, initial=done, file=self._stream, leave=False)
            if self._stream.isatty()
            else None
        )

    def advance(self, count: int = 1) -> None:
        """Count ``count`` more."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif time.monotonic() - self._last >= SECONDS_BETWEEN_LINES:
            self._last = time.monotonic()
            of_total = f" of {self._total}" if self._total is not None else ""
            print(f"{self._what}: {self._done}{of_total}", file=self._stream, flush=True)

    def __enter__(self) -> Self:
        """Use as a context manager."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
