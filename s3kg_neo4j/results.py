"""What the engines say of an answer, and the rows of the run folder's files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.categories import Category, InContext, Labelling
from s3kg_neo4j.measure import Direction, Measure
from s3kg_neo4j.model import Status, Triplet
from s3kg_neo4j.statuses import cus, fixed_score
from s3kg_neo4j.subgraphs import AnswerGraphs

DIGITS = 6
"""Decimals of a number in a file: the same input gives the same bytes in every engine."""


@dataclass(frozen=True, slots=True)
class Scores:
    """S3KG of one comparison with its parts; None where it is undefined (see ``status``)."""

    s_wl: float | None
    s_sbert: float | None
    score: float | None
    status: Status


@dataclass(frozen=True, slots=True)
class LabelledTriplet:
    """One unaligned triplet, or an aligned pair.

    Attributes:
        category: Aligned, one of the mismatches, extra or missing.
        detail: For an entity mismatch the part that is wrong.
        reason: Guards that keep the parts apart.
        cosine: Of a pair's serialised triplets.
        answer: The answer's triplet, None where it is missing.
        gold: The gold triplet, None where the answer's is extra.
        in_context: What the context says of the answer's triplet, None where there is none.
    """

    category: Category
    detail: str
    reason: str
    cosine: float | None
    answer: Triplet | None
    gold: Triplet | None
    in_context: InContext | None


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """Everything that is said of one answer.

    Attributes:
        question: Id of the question.
        graphs: The answer with what it was measured against.
        gold: Against the gold graph; several entries where several directions were asked for.
        context: The same against the context graph.
        triplets: Labelled triplets, None where the answer could not be labelled.
    """

    question: str
    graphs: AnswerGraphs
    gold: tuple[Scores, ...]
    context: tuple[Scores, ...]
    triplets: tuple[LabelledTriplet, ...] | None

    @property
    def status(self) -> Status:
        """The worst status of the answer's comparisons."""
        return Status.worst(*(scores.status for scores in self.gold + self.context))


def labelled_triplets(
    graphs: AnswerGraphs, labelling: Labelling, said: Mapping[int, InContext]
) -> tuple[LabelledTriplet, ...]:
    """A labelling by indices as triplets: pairs first, then extra, then missing ones."""
    assert graphs.gold is not None  # noqa: S101  a labelled answer has a gold graph
    answer, gold = graphs.llm.graph.edges, graphs.gold.graph.edges
    rows = [
        LabelledTriplet(
            pair.category,
            pair.detail,
            pair.reason,
            pair.cosine,
            answer[pair.answer].raw,
            gold[pair.reference].raw,
            None if pair.category is Category.ALIGNED else said.get(pair.answer),
        )
        for pair in labelling.pairs
    ]
    rows += [
        LabelledTriplet(Category.EXTRA, "", "", None, answer[index].raw, None, said.get(index))
        for index in labelling.extra
    ]
    rows += [
        LabelledTriplet(Category.MISSING, "", "", None, None, gold[index].raw, None)
        for index in labelling.missing
    ]
    return tuple(rows)


def undefined_scores(status: Status, measure: Measure) -> Scores:
    """Scores of a comparison that does not go through the stages."""
    fixed = fixed_score(status, measure.preset)
    return Scores(fixed, fixed, fixed, status)


def joined_scores(parts: tuple[Scores, ...], direction: Direction) -> Scores:
    """One score of the directions compared: their mean, or the weaker; undefined where one is."""
    if direction is Direction.WEAKER and all(part.score is not None for part in parts):
        return min(parts, key=lambda part: part.score or 0.0)

    def mean(name: str) -> float | None:
        values = [getattr(part, name) for part in parts]
        return None if None in values else sum(values) / len(values)

    status = Status.worst(*(part.status for part in parts))
    return Scores(mean("s_wl"), mean("s_sbert"), mean("score"), status)


def score_row(result: AnswerResult, measure: Measure) -> dict[str, Any]:
    """An answer's line of scores.jsonl."""
    gold, context = (joined_scores(s, measure.direction) for s in (result.gold, result.context))
    answer = result.graphs.answer
    row: dict[str, Any] = {
        "id": result.question,
        "model": answer.model,
        "temperature": answer.temperature,
        "repeat": answer.repeat,
        "status": result.status,
        "gold_sim": _rounded(gold.score),
        "ctx_sim": _rounded(context.score),
        "cus": _rounded(cus(gold.score, context.score)),
        "gold": _scores(result.gold, gold),
        "context": _scores(result.context, context),
        "tau": None,
        "in_context": None,
        "triplets": {
            "answer": len(result.graphs.llm.graph.edges),
            "gold": len(result.graphs.gold.graph.edges) if result.graphs.gold else 0,
            "context": len(result.graphs.context.graph.edges) if result.graphs.context else 0,
            "repeated": sum(e.multiplicity - 1 for e in result.graphs.llm.graph.edges),
            "rejected": len(answer.source.rejected),
        },
        "preset": measure.preset,
        "gid": result.graphs.llm.gid,
    }
    if result.triplets is not None:
        row["tau"] = dict.fromkeys(map(str, Category), 0)
        row["in_context"] = dict.fromkeys(map(str, InContext), 0)
        for triplet in result.triplets:
            row["tau"][triplet.category] += 1
            if triplet.in_context is not None and triplet.category is Category.EXTRA:
                row["in_context"][triplet.in_context] += 1
    return row


def error_rows(result: AnswerResult) -> Iterator[dict[str, Any]]:
    """An answer's lines of errors.jsonl: every triplet that did not align."""
    answer = result.graphs.answer
    for triplet in result.triplets or ():
        if triplet.category is not Category.ALIGNED:
            yield {
                "id": result.question,
                "model": answer.model,
                "temperature": answer.temperature,
                "repeat": answer.repeat,
                "category": triplet.category,
                "detail": triplet.detail,
                "reason": triplet.reason,
                "cosine": _rounded(triplet.cosine),
                "answer": _triplet(triplet.answer),
                "gold": _triplet(triplet.gold),
                "in_context": triplet.in_context,
            }


def _scores(parts: tuple[Scores, ...], joined: Scores) -> dict[str, Any]:
    row: dict[str, Any] = {
        "s_wl": _rounded(joined.s_wl),
        "s_sbert": _rounded(joined.s_sbert),
        "score": _rounded(joined.score),
        "status": joined.status,
    }
    if len(parts) > 1:
        row["answer_first"] = _rounded(parts[0].score)
        row["reference_first"] = _rounded(parts[1].score)
    return row


def _triplet(triplet: Triplet | None) -> list[str] | None:
    return None if triplet is None else [triplet.head, triplet.relation, triplet.tail]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS) + 0.0
