"""How long each stage took, added up over batches and threads."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Timings:
    """Seconds by stage."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._seconds: dict[str, float] = {}
        self._lock = threading.Lock()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time what happens inside and add it to ``name``."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            with self._lock:
                self._seconds[name] = self._seconds.get(name, 0.0) + spent

    def seconds(self) -> dict[str, float]:
        """Seconds by stage, in order of first use."""
        return {name: round(value, 3) for name, value in self._seconds.items()}
