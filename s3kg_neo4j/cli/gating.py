"""Rows of the gate's tables, and its options."""

from collections.abc import Sequence
from typing import Any

from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.gate import references
from s3kg_neo4j.gate.documents import DocumentResult
from s3kg_neo4j.gate.model import Judged, Verdict
from s3kg_neo4j.gate.suggestions import Suggestion, suggest, unresolved
from s3kg_neo4j.settings import load_settings

DIGITS = 6


def parse_verdicts(text: str) -> set[Verdict]:
    """Verdicts between commas, in any case.

    Raises:
        UsageError: One is none.
    """
    found = set()
    for part in filter(None, (part.strip().upper() for part in text.split(","))):
        if part not in Verdict.__members__:
            raise UsageError(
                f"--fail-on: expected some of {', '.join(Verdict).lower()}, got {part.lower()!r}"
            )
        found.add(Verdict(part))
    return found


def suggestions(
    database: Database, reference: str, judged: Sequence[Judged], count: int
) -> dict[str, tuple[Suggestion, ...]]:
    """Suggestions for what is unresolved, by vectors as well where the reference has them."""
    mentions = unresolved(judged) if count else []
    if not mentions:
        return {}
    encoder = references.encoder_of(database, reference)
    embedder = load_embedder(load_settings(), encoder) if encoder else None
    return suggest(database, reference, mentions, count, embedder)


def claim_row(judged: Judged) -> dict[str, Any]:
    """A claim as a row."""
    claim = judged.claim
    return {
        "document": claim.document,
        "id": claim.id,
        "claim": f"{claim.subject} | {claim.relation} | {claim.object}",
        "verdict": str(judged.verdict),
        "reason": judged.reason + ("; the reference disagrees" if judged.disagrees else ""),
        "evidence": list(judged.evidence),
    }


def document_row(result: DocumentResult) -> dict[str, Any]:
    """A document as a row."""
    return (
        {"document": result.document}
        | {verdict.lower(): count for verdict, count in result.counts.items()}
        | {
            "flagged": list(result.flagged),
            "suspect": list(result.suspect),
            "score": round(result.score, DIGITS),
            "grounding": round(result.grounding, DIGITS),
        }
    )
