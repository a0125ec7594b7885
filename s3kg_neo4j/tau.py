"""Stage: an error class for every triplet, decided and written in Cypher (spec section 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.alignment import PartCosines
from s3kg_neo4j.categories import (
    Category,
    InContext,
    Labelling,
    TripletPair,
    candidate_pairs,
    keep_assigned,
)
from s3kg_neo4j.database import Database
from s3kg_neo4j.measure import TauRules
from s3kg_neo4j.subgraphs import Subgraph


@dataclass(frozen=True, slots=True)
class LabelTask:
    """One answer to be labelled.

    Attributes:
        comparison: Id of the comparison with gold that the labels hang on.
        answer: The answer's graph.
        gold: The gold graph.
        gold_cosines: Answer's parts by gold's parts.
        context: The context graph, None where there is none.
        context_cosines: Answer's parts by the context's parts.
    """

    comparison: str
    answer: Subgraph
    gold: Subgraph
    gold_cosines: PartCosines
    context: Subgraph | None = None
    context_cosines: PartCosines | None = None


def label_answers(
    database: Database, tasks: Sequence[LabelTask], rules: TauRules
) -> list[tuple[Labelling, dict[int, InContext]]]:
    """Label every triplet of each answer and its gold graph.

    Returns:
        For each task the labelling, and what the context says of each unaligned answer
        triplet (empty where there is no context).
    """
    gold = _classify(
        database, [(t.comparison, t.answer, t.gold, t.gold_cosines) for t in tasks], rules
    )
    context = _classify(
        database,
        [
            (t.comparison, t.answer, t.context, t.context_cosines)
            for t in tasks
            if t.context is not None and t.context_cosines is not None
        ],
        rules,
    )
    rows = database.run(
        "tau/label_triplets",
        comparisons=[
            {
                "id": task.comparison,
                "answer": task.answer.gid,
                "reference": task.gold.gid,
                "pairs": _one_to_one(task, gold[task.comparison], rules),
                "context": context.get(task.comparison),
            }
            for task in tasks
        ],
    )
    by_id = {row["id"]: row for row in rows}
    return [_labelling(by_id[task.comparison]) for task in tasks]


def _classify(
    database: Database,
    pairs: Sequence[tuple[str, Subgraph, Subgraph, PartCosines]],
    rules: TauRules,
) -> Mapping[str, list[list[Any]]]:
    rows = database.run(
        "tau/classify_pairs",
        comparisons=[
            {
                "id": name,
                "answer": answer.gid,
                "reference": reference.gid,
                "pairs": candidate_pairs(answer.graph, reference.graph, cosines, rules),
            }
            for name, answer, reference, cosines in pairs
        ],
        same=rules.same,
        related=rules.related,
        theta=rules.theta,
        sentence=rules.mode == "sentence",
        symmetric=list(rules.symmetric),
    )
    return {row["id"]: row["pairs"] for row in rows}


def _one_to_one(task: LabelTask, pairs: list[list[Any]], rules: TauRules) -> list[list[Any]]:
    """Drop the aligned pairs that a maximum-weight assignment, where asked for, does not keep."""
    if rules.assignment != "hungarian":
        return pairs
    typed = [TripletPair(i, j, Category(c), d, r, cosine) for i, j, c, d, r, cosine in pairs]
    kept = {(pair.answer, pair.reference) for pair in keep_assigned(typed, task.gold_cosines)}
    return [pair for pair in pairs if (pair[0], pair[1]) in kept]


def _labelling(row: Mapping[str, Any]) -> tuple[Labelling, dict[int, InContext]]:
    pairs = tuple(
        TripletPair(i, j, Category(c), d, r, cos) for i, j, c, d, r, cos, _ in row["pairs"]
    )
    said = [(pair[0], pair[6]) for pair in row["pairs"] if pair[2] != Category.ALIGNED]
    said += [(i, context) for i, context in row["extra"]]
    return (
        Labelling(pairs, tuple(i for i, _ in row["extra"]), tuple(row["missing"])),
        {index: InContext(context) for index, context in said if context},
    )
