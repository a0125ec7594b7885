"""What carries a score: shares that add up to it, and what mending one triplet would change."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.alignment import Alignment
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.coverage import covered_triplets
from s3kg_neo4j.embed import Embedder, Vectors
from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.kernel import wl_colours
from s3kg_neo4j.matching import best_matches
from s3kg_neo4j.measure import DECIMALS, Direction, Measure
from s3kg_neo4j.memory import aligned_wl_graphs, similarity
from s3kg_neo4j.model import Source, Triplet


@dataclass(frozen=True, slots=True)
class EntityShare:
    """What an entity of T1 carries of S_WL; the shares of all entities add up to it.

    Attributes:
        entity: Its label.
        aligned: The label of T2 that it takes, None where it takes none.
        share: Of S_WL.
        colours: Iterations in which some entity of T2 has its colour, as "0-2"; "" for none.
    """

    entity: str
    aligned: str | None
    share: float
    colours: str


@dataclass(frozen=True, slots=True)
class TripletShare:
    """What a triplet of T1 carries of S_SBERT; the shares of all triplets add up to it.

    Attributes:
        triplet: As it was read.
        counterpart: The triplet of T2 that it is compared with.
        share: Of S_SBERT.
        reasons: Guards that keep the two apart, where the measure has guards.
        mended: What S3KG gains if the triplet said what its counterpart says.
    """

    triplet: Triplet
    counterpart: Triplet
    share: float
    reasons: tuple[str, ...]
    mended: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Both parts of a score, taken apart."""

    entities: tuple[EntityShare, ...]
    triplets: tuple[TripletShare, ...]


def explain(first: Graph, second: Graph, vectors: Vectors, measure: Measure) -> Explanation:
    """Take the score of T1 against T2 apart; both have triplets.

    k(1,2) counts, for every entity of T1, the entities of T2 of its colour, so that each has its
    share of S_WL. The pooled cosine is a mean over T1 of products with the mean of T2's vectors,
    coverage a mean over T1 by definition, so that each triplet has its share of S_SBERT (before a
    negative cosine is cut to 0).
    """
    found = similarity(first, second, vectors, measure)
    return Explanation(
        _entity_shares(first, second, found.alignment, measure),
        _triplet_shares(first, second, vectors, measure, found.score),
    )


def explain_sources(
    answer: Source, reference: Source, embedder: Embedder, measure: Measure
) -> list[dict[str, Any]]:
    """The explanation of two triplet lists as plain rows, one a direction.

    Empty where a list has no triplets: there is nothing to share out.
    """
    one, two = source_graph(answer, measure), source_graph(reference, measure)
    if not one.edges or not two.edges:
        return []
    vectors = embedder.embed([*one.strings(), *two.strings()])
    ends = [
        (one, two) if direction is Direction.ANSWER_FIRST else (two, one)
        for direction in measure.direction.single
    ]
    return [_rows(explain(*pair, vectors, measure)) for pair in ends]


def _rows(found: Explanation) -> dict[str, Any]:
    return {
        "entities": [
            {
                "entity": each.entity,
                "aligned": each.aligned,
                "share": round(each.share, DECIMALS),
                "equal_colours": each.colours,
            }
            for each in found.entities
        ],
        "triplets": [
            {
                "triplet": _text(each.triplet),
                "counterpart": _text(each.counterpart),
                "share": round(each.share, DECIMALS),
                "guards": ", ".join(each.reasons),
                "mended": round(each.mended, DECIMALS),
            }
            for each in found.triplets
        ],
    }


def _text(triplet: Triplet) -> str:
    return f"{triplet.head} | {triplet.relation} | {triplet.tail}"


def _entity_shares(
    first: Graph, second: Graph, alignment: Alignment, measure: Measure
) -> tuple[EntityShare, ...]:
    one, two = aligned_wl_graphs(first, second, alignment, measure)
    rounds = wl_colours(one, two, measure.iterations)
    counted = rounds if measure.kernel.cumulative else rounds[-1:]
    own = sum(sum(n * n for n in Counter(a).values()) for a, _ in counted)
    other = sum(sum(n * n for n in Counter(b).values()) for _, b in counted)
    norm = (own * other) ** 0.5
    counts = [Counter(b) for _, b in counted]
    taken = {choice.source: second.entities[choice.target].text for choice in alignment.entities}
    return tuple(
        EntityShare(
            label.text,
            taken.get(node),
            sum(count[a[node]] for (a, _), count in zip(counted, counts, strict=True)) / norm,
            _spans([k for k, (a, b) in enumerate(rounds) if a[node] in b]),
        )
        for node, label in enumerate(first.entities)
    )


def _triplet_shares(
    first: Graph, second: Graph, vectors: Vectors, measure: Measure, score: float
) -> tuple[TripletShare, ...]:
    cosine = part_cosines(first, second, vectors)
    reasons: list[tuple[str, ...]] = [()] * len(first.edges)
    if measure.guarded:
        covered = covered_triplets(first, second, cosine, measure.coverage)
        targets = [each.target for each in covered]
        shares = [each.value / len(covered) for each in covered]
        reasons = [each.reasons for each in covered]
    else:
        matches = {choice.source: choice.target for choice in best_matches(cosine.sentences)}
        targets = [matches.get(index, 0) for index in range(len(first.edges))]
        kept = list(dict.fromkeys(matches.values())) if measure.filter else range(len(second.edges))
        shares = _pooled_shares(first, [second.edges[index].text for index in kept], vectors)
    return tuple(
        TripletShare(
            edge.raw,
            second.edges[target].raw,
            share,
            reason,
            _mended(first, second, index, target, vectors, measure) - score,
        )
        for index, (edge, target, share, reason) in enumerate(
            zip(first.edges, targets, shares, reasons, strict=True)
        )
    )


def _pooled_shares(first: Graph, kept: Sequence[str], vectors: Vectors) -> list[float]:
    one = vectors.matrix([edge.text for edge in first.edges]).astype(float)
    two = vectors.matrix(list(kept)).astype(float).mean(axis=0)
    mean = one.mean(axis=0)
    norm = len(one) * float((mean @ mean) ** 0.5) * float((two @ two) ** 0.5)
    return [float(row @ two) / norm if norm else 0.0 for row in one]


def _mended(
    first: Graph, second: Graph, index: int, target: int, vectors: Vectors, measure: Measure
) -> float:
    """The score with triplet ``index`` of T1 replaced by its counterpart."""
    triplets = [edge.raw for edge in first.edges]
    triplets[index] = second.edges[target].raw
    mended = source_graph(Source("", tuple(triplets)), measure)
    return similarity(mended, second, vectors, measure).score


def _spans(numbers: Sequence[int]) -> str:
    """Whole numbers in short: 0, 1, 2 is "0-2"; colours never come back once they are gone."""
    if not numbers:
        return ""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
