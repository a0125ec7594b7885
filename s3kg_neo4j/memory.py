"""The same measure without a database: oracle of the tests, engine of ``s3kg compare``."""

from collections.abc import Sequence
from dataclasses import dataclass

from s3kg_neo4j.alignment import Alignment, align, kept_labels
from s3kg_neo4j.categories import InContext, in_context, label_triplets
from s3kg_neo4j.cosines import part_cosines, pooled_cosine
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.kernel import KernelValues, WLGraph, wl_graph, wl_kernel
from s3kg_neo4j.matching import Choice
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import Status
from s3kg_neo4j.results import (
    AnswerResult,
    LabelledTriplet,
    Scores,
    labelled_triplets,
    undefined_scores,
)
from s3kg_neo4j.statuses import LABELLED
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


def similarity(first: Graph, second: Graph, vectors: Vectors, measure: Measure) -> Similarity:
    """S3KG with ``first`` as T1 (spec S3-S8).

    Args:
        first: T1, with at least one triplet.
        second: T2, with at least one triplet.
        vectors: Holds every string of both graphs.
        measure: Options; its direction has been settled by who is ``first``.
    """
    alignment = align(first, second, part_cosines(first, second, vectors), measure)
    kernel = wl_kernel(
        *_wl_graphs(first, second, alignment, measure), measure.iterations, measure.kernel
    )
    s_sbert = pooled_cosine(
        vectors.matrix([edge.text for edge in first.edges]),
        vectors.matrix([second.edges[index].text for index in alignment.kept]),
    )
    score = measure.blend(kernel.similarity, s_sbert)
    return Similarity(kernel.similarity, s_sbert, score, kernel, alignment)


def _wl_graphs(
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
