"""One reply a call: from the store, or asked for with patience and kept."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import tenacity

from s3kg_neo4j.errors import EndpointError, UnavailableError, UsageError
from s3kg_neo4j.llm.budget import TOKENS_EXPECTED, Budget
from s3kg_neo4j.llm.call import Call, Reply
from s3kg_neo4j.llm.client import Client
from s3kg_neo4j.llm.pace import Pace
from s3kg_neo4j.llm.prices import Prices
from s3kg_neo4j.llm.replies import ReplyStore
from s3kg_neo4j.model import Status
from s3kg_neo4j.settings import Settings

logger = logging.getLogger(__name__)

LONGEST_WAIT = 60.0
SECONDS_BETWEEN_NOTICES = 30.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a command would ask for (``--dry-run``).

    Attributes:
        model: The model's name.
        calls: Calls in all.
        kept: Of these, the ones whose reply is kept already.
        prompt_tokens: Likely tokens of the others.
        completion_tokens: Likely tokens of their replies.
        cost: Likely cost of the others, None where the price is not known.
    """

    model: str
    calls: int
    kept: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None


class Caller:
    """Gets replies; use as a context manager. Several threads may ask at a time."""

    def __init__(
        self,
        settings: Settings,
        store: ReplyStore,
        *,
        prices: Prices | None = None,
        budget: float | None = None,
    ) -> None:
        """Use the endpoint of ``settings`` for what ``store`` does not hold."""
        self.workers = settings.llm_concurrency
        self._settings = settings
        self._store = store
        self._prices = prices or Prices({})
        self._budget = Budget(budget, self._prices)
        self._client = Client(settings)
        self._pace = Pace(settings.llm_concurrency)
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._counts: dict[str, Counter[str]] = {}
        self._noticed = -SECONDS_BETWEEN_NOTICES

    def __enter__(self) -> Self:
        """Use as a context manager."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Start no more calls."""
        self.stop()
        self._store.close()

    def stop(self) -> None:
        """Start no more calls; those under way end by themselves."""
        self._stop.set()

    def reply(self, call: Call) -> Reply:
        """The reply to a call; FAILED where none was to be had.

        Raises:
            BudgetError: The budget does not reach for it.
            EndpointError: The endpoint will not take it, or the caller was stopped.
        """
        kept = self._store.read(call)
        if kept is not None:
            self._count(call.model, "kept")
            return kept
        if not self._settings.llm_base_url:
            raise UsageError(
                "no endpoint: name one in S3KG_LLM_BASE_URL, as http://127.0.0.1:11434/v1"
            )
        self._budget.set_aside(call)
        reply = None
        try:
            reply = self._patiently(call)
        except UnavailableError as error:
            self._count(call.model, "failed")
            return Reply("", Status.FAILED, str(error))
        finally:
            self._budget.settle(call, reply)
        self._count(
            call.model,
            "replies",
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
        )
        return reply

    def plan(self, calls: Iterable[Call]) -> list[Plan]:
        """What asking for ``calls`` would take; sends nothing."""
        by_model: dict[str, Counter[str]] = {}
        for call in calls:
            count = by_model.setdefault(call.model, Counter())
            count["calls"] += 1
            if self._store.read(call) is not None:
                count["kept"] += 1
            else:
                count["prompt_tokens"] += call.prompt_tokens
                count["completion_tokens"] += call.max_tokens or TOKENS_EXPECTED
        return [
            Plan(
                model,
                count["calls"],
                count["kept"],
                count["prompt_tokens"],
                count["completion_tokens"],
                self._prices.cost(model, count["prompt_tokens"], count["completion_tokens"]),
            )
            for model, count in sorted(by_model.items())
        ]

    def totals(self) -> list[dict[str, Any]]:
        """What this command asked for, by model, with the endpoint's own token counts."""
        names = ("replies", "kept", "failed", "retried", "prompt_tokens", "completion_tokens")
        return [
            {"model": model}
            | {name: count[name] for name in names}
            | {"cost": self._prices.cost(model, count["prompt_tokens"], count["completion_tokens"])}
            for model, count in sorted(self._counts.items())
        ]

    def _patiently(self, call: Call) -> Reply:
        backoff = tenacity.wait_random_exponential(multiplier=0.5, max=LONGEST_WAIT)

        def wait(state: tenacity.RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            asked = error.retry_after if isinstance(error, UnavailableError) else None
            return float(backoff(state)) + (asked or 0.0)

        def again(state: tenacity.RetryCallState) -> None:
            self._count(call.model, "retried")
            self._notice(state)

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(UnavailableError),
            stop=tenacity.stop_any(
                tenacity.stop_after_attempt(self._settings.llm_attempts),
                tenacity.stop_when_event_set(self._stop),
            ),
            wait=wait,
            sleep=tenacity.sleep_using_event(self._stop),
            before_sleep=again,
            reraise=True,
        )
        return retrying(self._send, call)

    def _send(self, call: Call) -> Reply:
        with self._pace.slot(self._stop):
            if self._stop.is_set():
                raise EndpointError("stopped before the call was sent; give the same command again")
            entry = self._store.begin(call)
            try:
                reply = self._client.send(call)
            except EndpointError as error:
                self._store.fail(entry, type(error).__name__)
                if isinstance(error, UnavailableError):
                    self._pace.slow_down(error.retry_after)
                raise
            self._store.keep(entry, call, reply)
            self._pace.went_well()
            return reply

    def _count(self, model: str, what: str, **more: int) -> None:
        with self._lock:
            count = self._counts.setdefault(model, Counter())
            count[what] += 1
            count.update(more)

    def _notice(self, state: tenacity.RetryCallState) -> None:
        """One line now and then, not one a retry."""
        with self._lock:
            if time.monotonic() - self._noticed < SECONDS_BETWEEN_NOTICES:
                return
            self._noticed = time.monotonic()
        error = state.outcome.exception() if state.outcome else None
        logger.warning(
            "the endpoint: %s; trying again, %d calls at a time", error, self._pace.slots
        )
