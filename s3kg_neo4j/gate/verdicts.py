"""Stage: verdicts, as pure look-ups in the database."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.model import Claim, Judged, Verdict
from s3kg_neo4j.gate.references import require_reference
from s3kg_neo4j.gate.values import is_pronoun, literal, name_key, period, relation_key

BATCH = 500
"""Claims of one look-up."""

TOLERANCE = 0.05
"""Share by which numbers may differ where the relation says nothing."""


def judge(
    database: Database, reference: str, claims: Sequence[Claim], as_of: str = ""
) -> list[Judged]:
    """The verdict on each claim, in order.

    Args:
        database: Holds the reference.
        reference: Its name.
        claims: What to check; each by itself.
        as_of: The day that claims without a period are asked for; today where not given.

    Raises:
        InputError: There is no such reference.
        UsageError: A date is none.
    """
    require_reference(database, reference)
    day, _ = period(as_of or datetime.now(UTC).date().isoformat(), "")
    return [
        judged for some in _batches(claims) for judged in _judge(database, reference, some, day)
    ]


def _judge(
    database: Database, reference: str, claims: Sequence[Claim], day: str
) -> Iterator[Judged]:
    rows = [_row(reference, number, claim, day) for number, claim in enumerate(claims)]
    found = database.run("gate/judge_claims", reference=reference, claims=rows, tolerance=TOLERANCE)
    for claim, row in zip(claims, found, strict=True):
        yield Judged(
            claim,
            Verdict(row["verdict"]),
            row["reason"],
            tuple(row["evidence"]),
            row["subject"],
            row["object"],
            row["disagrees"],
        )


def _row(reference: str, number: int, claim: Claim, day: str) -> dict[str, Any]:
    relation, negated = relation_key(claim.relation)
    dated = bool(claim.valid_from or claim.valid_to)
    first, last = period(claim.valid_from, claim.valid_to) if dated else (day, day)
    value = literal(claim.object)
    return {
        "number": number,
        "subject": _name(reference, claim.subject),
        "relation": relation,
        "negated": negated,
        "object": _name(reference, claim.object),
        "text": value.text,
        "low": value.low,
        "high": value.high,
        "unit": value.unit,
        "first": value.first,
        "last": value.last,
        "from": first,
        "to": last,
        "dated": dated,
    }


def _name(reference: str, text: str) -> str | None:
    return None if is_pronoun(text) else f"{reference}|{name_key(text)}"


def _batches(claims: Sequence[Claim]) -> Iterator[Sequence[Claim]]:
    for start in range(0, len(claims), BATCH):
        yield claims[start : start + BATCH]
