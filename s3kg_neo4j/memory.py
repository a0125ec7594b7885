"""The same measure without a database: oracle of the tests, engine of ``s3kg compare``."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.alignment import Alignment, align, kept_labels
from s3kg_neo4j.categories import InContext, in_context, label_triplets
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.embed import Embedder, Vectors
from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.kernel import KernelValues, WLGraph, wl_graph, wl_kernel
from s3kg_neo4j.matching import Choice
from s3kg_neo4j.measure import Direction, Measure
from s3kg_neo4j.model import Source, Status
from s3kg_neo4j.results import (
    AnswerResult,
    LabelledTriplet,
    Scores,
    joined_scores,
    labelled_triplets,
    undefined_scores,
)
from s3kg_neo4j.semantics import semantic_similarity
from s3kg_neo4j.statuses import LABELLED, SCORED, comparison_status
from s3kg_neo4j.subgraphs import AnswerGraphs, Comparison, QuestionGraphs, comparisons


@dataclass(frozen=True, slots=True)
class Similarity:
    """S3KG of two graphs that both have triplets, with its parts."""

    s_wl: float
    s_sbert: float
    score: float
    kernel: KernelValues
    alignment: Alignment


class MemoryEngine:
    """Scores and labels answers with numpy alone."""

    def __init__(self, measure: Measure, encoder: str) -> None:
        """Use the options of ``measure``; ``encoder`` names the encoder and its revision."""
        self._measure = measure
        self._encoder = encoder

    def evaluate(self, batch: Sequence[QuestionGraphs], vectors: Vectors) -> list[AnswerResult]:
        """Score and label every answer of a batch of questions, in their order."""
        return [
            self._answer(graphs.question.id, answer, vectors)
            for graphs in batch
            for answer in graphs.answers
        ]

    def _answer(self, question: str, answer: AnswerGraphs, vectors: Vectors) -> AnswerResult:
        found = comparisons(answer, self._measure, self._encoder)
        scores = {c.id: self._scores(c, vectors) for c in found}
        by_kind = {
            kind: tuple(scores[c.id] for c in found if c.kind == kind)
            for kind in ("gold", "context")
        }
        return AnswerResult(
            question,
            answer,
            by_kind["gold"],
            by_kind["context"],
            self._labels(answer, by_kind["gold"][0].status, by_kind["context"][0].status, vectors),
        )

    def _scores(self, comparison: Comparison, vectors: Vectors) -> Scores:
        if not comparison.scored:
            return undefined_scores(comparison.status, self._measure)
        first, second = comparison.ends
        found = similarity(first.graph, second.graph, vectors, self._measure)
        return Scores(found.s_wl, found.s_sbert, found.score, comparison.status)

    def _labels(
        self, answer: AnswerGraphs, gold: Status, context: Status, vectors: Vectors
    ) -> tuple[LabelledTriplet, ...] | None:
        if gold not in LABELLED or answer.gold is None:
            return None
        llm, rules = answer.llm.graph, self._measure.rules
        cosines = part_cosines(llm, answer.gold.graph, vectors)
        labelling = label_triplets(llm, answer.gold.graph, cosines, rules)
        said: dict[int, InContext] = {}
        if context in LABELLED and answer.context is not None:
            cosines = part_cosines(llm, answer.context.graph, vectors)
            said = dict(enumerate(in_context(llm, answer.context.graph, cosines, rules)))
        return labelled_triplets(answer, labelling, said)


def compare_sources(
    answer: Source, reference: Source, embedder: Embedder, measure: Measure
) -> dict[str, Any]:
    """Compare two triplet lists and show the arithmetic.

    Returns:
        ``s_wl``, ``s_sbert``, ``score``, ``status``, ``preset``, ``encoder``, ``alpha``,
        ``aligned`` (pairs of labels with their cosine) and ``arithmetic`` (lines of text).
        With both directions the scores are the means of the two, or the weaker one's.
    """
    one, two = source_graph(answer, measure), source_graph(reference, measure)
    vectors = embedder.embed([*one.strings(), *two.strings()])
    status = comparison_status(answer, reference)
    first = [
        (one, two) if direction is Direction.ANSWER_FIRST else (two, one)
        for direction in measure.direction.single
    ]
    found = [similarity(t1, t2, vectors, measure) for t1, t2 in first if status in SCORED]
    scores = joined_scores(
        tuple(Scores(s.s_wl, s.s_sbert, s.score, status) for s in found)
        or (undefined_scores(status, measure),),
        measure.direction,
    )
    return {
        "s_wl": scores.s_wl,
        "s_sbert": scores.s_sbert,
        "score": scores.score,
        "status": status,
        "preset": measure.preset,
        "encoder": embedder.identity,
        "alpha": measure.alpha,
        "aligned": [
            pair for ends, s in zip(first, found, strict=False) for pair in _pairs(*ends, s)
        ],
        "arithmetic": [line for s in found for line in _arithmetic(s, measure)],
    }


def _pairs(first: Graph, second: Graph, found: Similarity) -> list[dict[str, Any]]:
    chosen = (
        ("entity", found.alignment.entities, first.entities, second.entities),
        ("relation", found.alignment.relations, first.relations, second.relations),
    )
    return [
        {"kind": kind, "a": one[c.source].text, "b": two[c.target].text, "cosine": c.cosine}
        for kind, choices, one, two in chosen
        for c in choices
    ]


def _arithmetic(found: Similarity, measure: Measure) -> list[str]:
    kernel, weight = found.kernel, measure.semantic_weight
    semantics = "coverage of T1 by T2" if measure.guarded else "over the kept triplets"
    return [
        f"S_WL    {kernel.cross} / sqrt({kernel.first} * {kernel.second}) = {found.s_wl:.6f}",
        f"S_SBERT {found.s_sbert:.6f} {semantics}",
        f"S3KG    {1 - weight:g} * {found.s_wl:.6f} + {weight:g} * {found.s_sbert:.6f}"
        f" = {found.score:.6f}",
    ]


def similarity(first: Graph, second: Graph, vectors: Vectors, measure: Measure) -> Similarity:
    """S3KG with ``first`` as T1 (spec S3-S8).

    Args:
        first: T1, with at least one triplet.
        second: T2, with at least one triplet.
        vectors: Holds every string of both graphs.
        measure: Options; its direction has been settled by who is ``first``.
    """
    cosine = part_cosines(first, second, vectors)
    alignment = align(first, second, cosine, measure)
    kernel = wl_kernel(
        *aligned_wl_graphs(first, second, alignment, measure), measure.iterations, measure.kernel
    )
    s_sbert = semantic_similarity(first, second, cosine, alignment, vectors, measure)
    score = measure.blend(kernel.similarity, s_sbert)
    return Similarity(kernel.similarity, s_sbert, score, kernel, alignment)


def aligned_wl_graphs(
    first: Graph, second: Graph, alignment: Alignment, measure: Measure
) -> tuple[WLGraph, WLGraph]:
    """Both graphs over one set of identities: T2's label indices, then private ones."""

    def identities(count: int, choices: Sequence[Choice], others: int) -> list[int]:
        taken = {choice.source: choice.target for choice in choices}
        return [taken.get(index, others + index) for index in range(count)]

    entity = identities(len(first.entities), alignment.entities, len(second.entities))
    relation = identities(len(first.relations), alignment.relations, len(second.relations))
    edges = [second.edges[index] for index in alignment.kept]
    nodes, _ = kept_labels(edges)
    place = {node: index for index, node in enumerate(nodes)}
    return (
        wl_graph(
            entity,
            [(edge.head, relation[edge.relation], edge.tail) for edge in first.edges],
            measure.kernel,
        ),
        wl_graph(
            nodes,
            [(place[edge.head], edge.relation, place[edge.tail]) for edge in edges],
            measure.kernel,
        ),
    )
