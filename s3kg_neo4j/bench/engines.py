"""Engine against engine: the same pairs through every way to compute them."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from s3kg_neo4j import store
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.measure import Direction, Measure
from s3kg_neo4j.memory import MemoryEngine
from s3kg_neo4j.model import Question
from s3kg_neo4j.neo4j_engine import Neo4jEngine
from s3kg_neo4j.results import AnswerResult, error_rows, joined_scores
from s3kg_neo4j.statuses import cus
from s3kg_neo4j.subgraphs import question_graphs

BATCH = 40
PREFIX = "bench-engines-"
"""Of the data set; each run has its own, so that two may share a database."""


@dataclass(slots=True)
class Agreement:
    """How far an engine is from the memory engine.

    Attributes:
        answers: Answers compared.
        comparisons: Pairs of graphs compared.
        greatest: Greatest difference of any S_WL, S_SBERT, S3KG or CUS.
        undefined: Scores that are undefined in one engine only.
        labels: Answers whose labelled triplets differ in any field.
        triplets: Labelled triplets compared.
    """

    answers: int = 0
    comparisons: int = 0
    greatest: float = 0.0
    undefined: int = 0
    labels: int = 0
    triplets: int = 0


def compare_engines(
    questions: Iterable[Question],
    database: Database,
    embedder: Embedder,
    measure: Measure,
    aligners: Sequence[str],
) -> dict[str, Agreement]:
    """Evaluate every question in memory and by each aligner; what was stored is removed."""
    dataset = PREFIX + uuid.uuid4().hex
    memory = MemoryEngine(measure, embedder.identity)
    store.create_schema(database)
    store.create_vector_indexes(database, embedder.encoder.dimension)
    database.run("store/merge_run", id=dataset, properties={"dataset": dataset})
    engines = {
        aligner: Neo4jEngine(
            database, measure, encoder=embedder.identity, run=dataset, aligner=aligner
        )
        for aligner in aligners
    }
    found = {aligner: Agreement() for aligner in aligners}
    try:
        for batch in _batches(questions):
            graphs = [question_graphs(dataset, question, measure) for question in batch]
            vectors = embedder.embed(text for g in graphs for text in g.strings())
            expected = memory.evaluate(graphs, vectors)
            for aligner, engine in engines.items():
                for one, two in zip(expected, engine.evaluate(graphs, vectors), strict=True):
                    _count(found[aligner], one, two, measure.direction)
    finally:
        store.delete_dataset(database, dataset)
    return found


def _batches(questions: Iterable[Question]) -> Iterator[list[Question]]:
    iterator = iter(questions)
    while batch := list(islice(iterator, BATCH)):
        yield batch


def _count(
    agreement: Agreement, one: AnswerResult, two: AnswerResult, direction: Direction
) -> None:
    agreement.answers += 1
    agreement.comparisons += sum(s.score is not None for s in one.gold + one.context)
    for left, right in zip(_numbers(one, direction), _numbers(two, direction), strict=True):
        if left is None or right is None:
            agreement.undefined += left is not right
        else:
            agreement.greatest = max(agreement.greatest, abs(left - right))
    agreement.labels += one.triplets != two.triplets or list(error_rows(one)) != list(
        error_rows(two)
    )
    agreement.triplets += len(one.triplets or ())


def _numbers(result: AnswerResult, direction: Direction) -> list[Any]:
    scores = result.gold + result.context
    numbers = [value for s in scores for value in (s.s_wl, s.s_sbert, s.score)]
    gold, context = (joined_scores(s, direction) for s in (result.gold, result.context))
    return [*numbers, cus(gold.score, context.score)]
