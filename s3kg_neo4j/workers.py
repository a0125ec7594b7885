"""Work done side by side, results in order."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_order(
    work: Callable[[T], R],
    items: Iterator[T],
    workers: int,
    stop: Callable[[], None] | None = None,
) -> Iterator[R]:
    """Results in the order of ``items``, of which at most ``workers`` are under way at a time.

    The next item is made while earlier ones are worked on, so that encoding and the database
    overlap; what waits is bounded. ``stop`` is called before the end waits for what is still
    under way, be it the end of the items, an error or an interruption.
    """
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[R]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                while len(waiting) > workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            if stop is not None:
                stop()
            for future in waiting:
                future.cancel()
