"""From records to a run folder: reads, embeds and evaluates batch by batch, in input order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from s3kg_neo4j.embed import Embedder, Vectors
from s3kg_neo4j.jitter import Jitter, JitteredScores
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import Answer, BadRecord, Question, TextPair
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.results import AnswerResult, error_rows, score_row
from s3kg_neo4j.runs import RunFolder
from s3kg_neo4j.subgraphs import QuestionGraphs, question_graphs
from s3kg_neo4j.timings import Timings
from s3kg_neo4j.workers import in_order

Record = Question | TextPair | BadRecord
BATCH = 20
"""Questions evaluated together."""

WORKERS = 2
"""Batches in the database at a time; more are not faster on two cores."""


class Engine(Protocol):
    """Scores and labels a batch of questions."""

    def evaluate(self, batch: Sequence[QuestionGraphs], vectors: Vectors) -> list[AnswerResult]:
        """Results of every answer, in order."""
        ...


@dataclass(slots=True)
class Tally:
    """What was read: counts, and each record and entry that could not be used."""

    questions: int = 0
    answers: int = 0
    rejected: list[str] = field(default_factory=list)
    bad: list[BadRecord] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Batch:
    graphs: list[QuestionGraphs]
    vectors: Vectors


def evaluate_records(
    records: Iterable[Record],
    *,
    dataset: str,
    measure: Measure,
    embedder: Embedder,
    engine: Engine,
    folder: RunFolder,
    on_bad: Callable[[BadRecord], None],
    timings: Timings,
    workers: int = WORKERS,
    jitter: Jitter | None = None,
) -> Tally:
    """Evaluate every question that ``folder`` does not hold yet, and add it there.

    Args:
        records: As a loader yields them.
        dataset: Name of the data set, first part of every graph's name.
        measure: The options.
        embedder: Gives the vectors.
        engine: Where the stages run.
        folder: Takes the rows, in input order.
        on_bad: Told of each bad record once, when it is met.
        timings: Takes the seconds of reading and embedding.
        workers: Batches that are evaluated at the same time.
        jitter: Shakes the graphs for an interval beside each score.
    """
    tally = Tally()
    questions = read_questions(records, tally, on_bad)
    jittered = JitteredScores(jitter, measure, embedder) if jitter else None

    def prepared() -> Iterator[_Batch]:
        fresh = (q for q in questions if q.id not in folder.finished)
        while True:
            with timings.stage("read"):
                graphs = [question_graphs(dataset, q, measure) for q in islice(fresh, BATCH)]
            if not graphs:
                return
            with timings.stage("embed"):
                vectors = embedder.embed(s for g in graphs for s in g.strings())
            yield _Batch(graphs, vectors)

    def evaluated(batch: _Batch) -> tuple[_Batch, list[AnswerResult]]:
        return batch, engine.evaluate(batch.graphs, batch.vectors)

    with Progress("questions", done=len(folder.finished)) as progress:
        for batch, results in in_order(evaluated, prepared(), workers):
            _add(folder, batch.graphs, results, measure, jittered)
            progress.advance(len(batch.graphs))
    return tally


def read_questions(
    records: Iterable[Record], tally: Tally, on_bad: Callable[[BadRecord], None]
) -> Iterator[Question]:
    """The usable questions of ``records``; the rest is counted and told to ``on_bad``."""
    for record in records:
        if isinstance(record, BadRecord):
            tally.bad.append(record)
            on_bad(record)
            continue
        question = pair_as_question(record) if isinstance(record, TextPair) else record
        tally.questions += 1
        tally.answers += len(question.answers)
        tally.rejected += _rejected(question)
        yield question


def _rejected(question: Question) -> Iterator[str]:
    """Every entry of the question's graphs that is no triplet, with its place and the reason."""
    sources = [("gold", question.gold), ("context", question.context)]
    for i, answer in enumerate(question.answers):
        own = (("", answer.source), (".gold", answer.gold), (".context", answer.context))
        sources += [(f"answers[{i}]{part}", source) for part, source in own]
    for place, source in sources:
        for entry in source.rejected if source is not None else ():
            yield f"question {question.id}: {place}.triplets[{entry.index}]: {entry.reason}"


def pair_as_question(pair: TextPair) -> Question:
    """A text pair as a question whose only answer, text 1, is measured against text 2."""
    return Question(
        id=pair.id, gold=pair.source_2, answers=(Answer(model="text_1", source=pair.source_1),)
    )


def _add(
    folder: RunFolder,
    batch: Sequence[QuestionGraphs],
    results: Sequence[AnswerResult],
    measure: Measure,
    jittered: JitteredScores | None,
) -> None:
    start = 0
    for graphs in batch:
        own = results[start : start + len(graphs.answers)]
        start += len(graphs.answers)
        rows = [score_row(result, measure) for result in own]
        if jittered is not None:
            for row, answer in zip(rows, graphs.answers, strict=True):
                row["jitter"] = jittered.intervals(graphs, answer)
        folder.add(
            graphs.question.id,
            rows,
            [row for result in own for row in error_rows(result)],
        )
