"""How many calls are under way at a time: fewer when the endpoint says that it is too much."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Pace:
    """Slots for calls; halved by each complaint, and given back one by one by successes."""

    def __init__(self, most: int) -> None:
        """Start with ``most`` slots."""
        self._most = most
        self._slots = most
        self._used = 0
        self._good = 0
        self._not_before = 0.0
        self._changed = threading.Condition()

    @property
    def slots(self) -> int:
        """Slots there are now."""
        return self._slots

    @contextmanager
    def slot(self, stop: threading.Event) -> Iterator[None]:
        """Wait for a slot; it is free again afterwards. ``stop`` ends the waiting."""
        with self._changed:
            while not stop.is_set():
                wait = self._not_before - time.monotonic()
                if wait <= 0 and self._used < self._slots:
                    break
                self._changed.wait(min(wait, 1.0) if wait > 0 else 1.0)
            self._used += 1
        try:
            yield
        finally:
            with self._changed:
                self._used -= 1
                self._changed.notify_all()

    def slow_down(self, seconds: float | None) -> None:
        """Halve the slots, and start nothing for ``seconds``."""
        with self._changed:
            self._slots = max(1, self._slots // 2)
            self._good = 0
            if seconds:
                self._not_before = max(self._not_before, time.monotonic() + seconds)

    def went_well(self) -> None:
        """Count a success; as many as there are slots bring one more."""
        with self._changed:
            self._good += 1
            if self._good >= self._slots < self._most:
                self._slots += 1
                self._good = 0
                self._changed.notify_all()
