"""Verdicts and documents as rows, for tables and for replies."""

from typing import Any

from s3kg_neo4j.gate.documents import DocumentResult
from s3kg_neo4j.gate.model import Judged

DIGITS = 6


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
            "distances": result.distances,
        }
    )
