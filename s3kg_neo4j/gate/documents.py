"""Clusters of claims that hang together, and the score of a document (spec 4)."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.model import Judged, Verdict
from s3kg_neo4j.gate.values import is_pronoun, name_key
from s3kg_neo4j.gds import components

SUSPECT = 0.34
"""A cluster with a smaller share of resolved mentions is suspect: one real name hides nothing."""

OUTDATED_COST = FLAGGED_COST = 0.5


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What is said of a document.

    Attributes:
        document: Its name.
        counts: Claims by verdict.
        flagged: Claims in fabricated clusters, by id: nothing that they name is in the reference.
        suspect: Claims in clusters of which little is; they are reported and cost nothing.
        score: 1 - (contradicted + .5 outdated + .5 flagged) / claims.
        grounding: Resolved mentions over all mentions.
        distances: Claims on the way from each unresolved mention to the nearest resolved one,
            None where there is no way.
    """

    document: str
    counts: dict[str, int]
    flagged: tuple[str, ...]
    suspect: tuple[str, ...]
    score: float
    grounding: float
    distances: dict[str, int | None]


def judge_documents(database: Database, judged: Sequence[Judged]) -> list[DocumentResult]:
    """Score documents, in the order of their first claims; one projection holds them all."""
    documents: dict[str, list[Judged]] = {}
    for one in judged:
        documents.setdefault(one.claim.document, []).append(one)
    places: dict[tuple[str, str], int] = {}

    def place(one: Judged, mention: str) -> int:
        return places.setdefault((one.claim.document, mention), len(places))

    edges = [(place(one, head), place(one, tail)) for one in judged for head, tail in [_ends(one)]]
    found = components(database, len(places), edges)
    clusters: dict[str, dict[str, int]] = {name: {} for name in documents}
    for (name, mention), number in places.items():
        clusters[name][mention] = found[number]
    return [_document(name, own, clusters[name]) for name, own in documents.items()]


def _document(name: str, judged: Sequence[Judged], found: Mapping[str, int]) -> DocumentResult:
    """Score one; ``found`` names the cluster of each mention."""
    resolved: dict[str, bool] = {}
    ends = list(map(_ends, judged))
    for one, pair in zip(judged, ends, strict=True):
        for mention, entity in zip(pair, (one.subject, one.object), strict=True):
            resolved[mention] = resolved.get(mention, False) or bool(entity)
    clusters: dict[int, list[str]] = {}
    for mention, cluster in found.items():
        clusters.setdefault(cluster, []).append(mention)
    share = {
        cluster: sum(resolved[m] for m in mentions) / len(mentions)
        for cluster, mentions in clusters.items()
    }
    of_claim = [share[found[a]] for a, _ in ends]
    flagged = tuple(o.claim.id for o, s in zip(judged, of_claim, strict=True) if s == 0)
    suspect = tuple(o.claim.id for o, s in zip(judged, of_claim, strict=True) if 0 < s < SUSPECT)
    counts = {str(v): sum(o.verdict is v for o in judged) for v in Verdict}
    cost = (
        counts[Verdict.CONTRADICTED]
        + OUTDATED_COST * counts[Verdict.OUTDATED]
        + FLAGGED_COST * len(flagged)
    )
    return DocumentResult(
        name,
        counts,
        flagged,
        suspect,
        1 - cost / len(judged),
        sum(resolved.values()) / len(resolved),
        _distances(resolved, ends),
    )


def _ends(judged: Judged) -> tuple[str, str]:
    return _mention(judged, judged.claim.subject), _mention(judged, judged.claim.object)


def _mention(judged: Judged, text: str) -> str:
    """What a claim names, the same in all claims; a pronoun of another claim is somebody else."""
    return f"{text.lower()} of {judged.claim.id}" if is_pronoun(text) else name_key(text)


def _distances(resolved: dict[str, bool], ends: Sequence[tuple[str, str]]) -> dict[str, int | None]:
    """Breadth first from all resolved mentions at once."""
    beside: dict[str, list[str]] = {mention: [] for mention in resolved}
    for a, b in ends:
        beside[a].append(b)
        beside[b].append(a)
    reached = {mention: 0 for mention, is_known in resolved.items() if is_known}
    waiting = deque(reached)
    while waiting:
        mention = waiting.popleft()
        for other in beside[mention]:
            if other not in reached:
                reached[other] = reached[mention] + 1
                waiting.append(other)
    return {mention: reached.get(mention) for mention in sorted(resolved) if not resolved[mention]}
