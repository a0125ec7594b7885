"""What may be spent: money is set aside before a call, so that no call goes beyond it."""

import threading

from s3kg_neo4j.errors import BudgetError, UsageError
from s3kg_neo4j.llm.call import Call, Reply
from s3kg_neo4j.llm.prices import Prices

TOKENS_EXPECTED = 800
"""Of a reply whose length nobody limits."""


class Budget:
    """Money set aside and spent, over the calls of one command."""

    def __init__(self, limit: float | None, prices: Prices) -> None:
        """Allow ``limit``; None allows anything."""
        self._limit = limit
        self._prices = prices
        self._spent = 0.0
        self._aside: dict[str, float] = {}
        self._lock = threading.Lock()

    def expected(self, call: Call) -> float | None:
        """What a call is likely to cost, None where the price is not known."""
        return self._prices.cost(call.model, call.prompt_tokens, call.max_tokens or TOKENS_EXPECTED)

    def set_aside(self, call: Call) -> None:
        """Set a call's likely cost aside.

        Raises:
            BudgetError: The limit does not reach for it.
            UsageError: There is a limit, and the model has no price.
        """
        if self._limit is None:
            return
        cost = self.expected(call)
        if cost is None:
            raise UsageError(f"--budget needs the price of {call.model}: --price {call.model}=1,2")
        with self._lock:
            if self._spent + sum(self._aside.values()) + cost > self._limit:
                raise BudgetError(
                    f"budget: {self._spent:.4f} of {self._limit:g} is spent and the next call may "
                    f"cost {cost:.4f}; every reply is kept: raise --budget and give the same "
                    "command again"
                )
            self._aside[call.key] = cost

    def settle(self, call: Call, reply: Reply | None) -> None:
        """Replace what was set aside by what the reply cost."""
        with self._lock:
            self._aside.pop(call.key, None)
            if reply is not None:
                cost = self._prices.cost(call.model, reply.prompt_tokens, reply.completion_tokens)
                self._spent += cost or 0.0
