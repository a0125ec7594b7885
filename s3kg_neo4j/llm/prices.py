"""What calls cost, where the user says what a token costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from s3kg_neo4j.errors import UsageError

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """Price of a million tokens by model: (sent, received)."""

    by_model: Mapping[str, tuple[float, float]]

    @classmethod
    def parse(cls, options: Sequence[str]) -> "Prices":
        """From ``MODEL=SENT,RECEIVED`` each.

        Raises:
            UsageError: An option has another form.
        """
        found = {}
        for option in options:
            model, _, prices = option.rpartition("=")
            try:
                sent, received = (float(price) for price in prices.split(","))
            except ValueError:
                sent = received = -1.0
            if not model or not 0 <= sent < float("inf") or not 0 <= received < float("inf"):
                raise UsageError(
                    f"--price: expected MODEL=SENT,RECEIVED in money a million tokens, "
                    f"got {option!r}"
                )
            found[model] = (sent, received)
        return cls(found)

    def cost(self, model: str, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Cost of so many tokens, None where the model's price is not known."""
        if model not in self.by_model:
            return None
        sent, received = self.by_model[model]
        return (prompt_tokens * sent + completion_tokens * received) / MILLION
