"""Why a comparison has no score, or a score of 0: decided before anything is compared."""

from s3kg_neo4j.measure import Preset
from s3kg_neo4j.model import Source, Status

SCORED = frozenset({Status.OK, Status.TRUNCATED})
"""A comparison of these statuses goes through the stages."""

LABELLED = SCORED | {Status.EMPTY_LLM, Status.EMPTY_REFERENCE}
"""Both graphs are there, be they empty: every triplet gets an error class."""

AVERAGED = frozenset({Status.OK, Status.EMPTY_LLM})
"""An answer of these statuses takes part in the means."""


def comparison_status(answer: Source, reference: Source | None) -> Status:
    """Status of one comparison (spec 1, empty graphs)."""
    if reference is None or (reference.triplets is None and reference.extraction is Status.OK):
        missing = Status.NO_REFERENCE
        return Status.worst(_extraction(answer), missing)
    extraction = Status.worst(_extraction(answer), _extraction(reference))
    if extraction in (Status.REFUSED, Status.FAILED):
        return extraction
    if not answer.triplets and not reference.triplets:
        return Status.ABSTAIN
    if not reference.triplets:
        return Status.EMPTY_REFERENCE
    if not answer.triplets:
        return Status.EMPTY_LLM
    return extraction


def fixed_score(status: Status, preset: Preset) -> float | None:
    """Score of a comparison that does not go through the stages."""
    if status is Status.EMPTY_LLM:
        return 0.0
    if status is Status.EMPTY_REFERENCE and preset is Preset.PUBLISHED:
        return 0.0
    return None


def _extraction(source: Source) -> Status:
    """FAILED where nothing was extracted, or nothing of what was extracted can be used."""
    damaged = bool(source.rejected) or source.extraction is Status.TRUNCATED
    if source.extraction in (Status.REFUSED, Status.FAILED):
        return source.extraction
    if source.triplets is None or (damaged and not source.triplets):
        return Status.FAILED
    return source.extraction


def cus(gold_sim: float | None, ctx_sim: float | None) -> float | None:
    """Harmonic mean of GoldSim and CtxSim; 0 if both are 0, null if one is null (spec 2)."""
    if gold_sim is None or ctx_sim is None:
        return None
    total = gold_sim + ctx_sim
    return 2 * gold_sim * ctx_sim / total if total else 0.0
