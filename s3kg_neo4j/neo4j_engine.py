"""The stages in the database, joined: store, embed, align, refine, score, label."""

from collections.abc import Sequence

import numpy as np

from s3kg_neo4j import align, store
from s3kg_neo4j.alignment import PartCosines
from s3kg_neo4j.alignment import align as align_graphs
from s3kg_neo4j.cosines import CosineSource, ExactCosines, IndexCosines, MatrixCosines, Pair
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.errors import DatabaseError
from s3kg_neo4j.matching import UNDEFINED
from s3kg_neo4j.measure import Direction, Measure
from s3kg_neo4j.results import (
    AnswerResult,
    LabelledTriplet,
    Scores,
    labelled_triplets,
    undefined_scores,
)
from s3kg_neo4j.score import write_scores
from s3kg_neo4j.semantics import semantic_similarity
from s3kg_neo4j.statuses import LABELLED
from s3kg_neo4j.subgraphs import AnswerGraphs, Comparison, QuestionGraphs, comparisons
from s3kg_neo4j.tau import LabelTask, label_answers
from s3kg_neo4j.timings import Timings
from s3kg_neo4j.wl import refine, write_colours

ALIGNERS = ("index", "cypher", "matrix")
"""Where cosines come from: index look-ups, exact Cypher, or a matrix product at the client."""


def choose_aligner(database: Database, asked: str | None) -> str:
    """The aligner that was asked for, or the best one that the server can do.

    Raises:
        DatabaseError: Index look-ups were asked for and the server cannot filter them.
    """
    if asked is None:
        return "index" if database.server.search else "cypher"
    if asked == "index" and not database.server.search:
        raise DatabaseError(
            f"--aligner index needs Neo4j 2026.01 or newer, this is {database.server.version}; "
            "use --aligner cypher or matrix"
        )
    return asked


class Neo4jEngine:
    """Scores and labels answers in the database."""

    def __init__(
        self,
        database: Database,
        measure: Measure,
        *,
        encoder: str,
        run: str,
        aligner: str,
        keep_colours: bool = False,
        timings: Timings | None = None,
    ) -> None:
        """Prepare to work in ``database``.

        Args:
            database: With its schema created.
            measure: The options.
            encoder: Name and revision of the encoder, part of a comparison's identity.
            run: Id of a run that is stored.
            aligner: One of ``ALIGNERS``.
            keep_colours: Leave the Weisfeiler-Lehman colours in the database.
            timings: Takes the seconds of each stage.
        """
        self._database = database
        self._measure = measure
        self._encoder = encoder
        self._run = run
        self._aligner = aligner
        self._keep_colours = keep_colours
        self._timings = timings or Timings()

    def evaluate(self, batch: Sequence[QuestionGraphs], vectors: Vectors) -> list[AnswerResult]:
        """Score and label every answer of a batch of questions, in their order."""
        stage = self._timings.stage
        with stage("store"):
            store.store_questions(self._database, batch)
        if self._aligner != "matrix":
            with stage("vectors"):
                subgraphs = [subgraph for graphs in batch for subgraph in graphs.graphs]
                store.store_vectors(self._database, subgraphs, vectors, self._encoder)
        answers = [
            (graphs.question.id, answer, comparisons(answer, self._measure, self._encoder))
            for graphs in batch
            for answer in graphs.answers
        ]
        found = [c for _, _, of_answer in answers for c in of_answer]
        with stage("align"):
            align.create_comparisons(
                self._database, self._run, found, {"preset": self._measure.preset}
            )
            cosines = self._cosines([c for c in found if c.scored], vectors)
        scores = self._scores(found, cosines, vectors)
        with stage("tau"):
            labels = self._labels(answers, cosines)
        return [
            AnswerResult(
                question,
                answer,
                tuple(scores[c.id] for c in of_answer if c.kind == "gold"),
                tuple(scores[c.id] for c in of_answer if c.kind == "context"),
                labels.get(of_answer[0].id),
            )
            for question, answer, of_answer in answers
        ]

    def _cosines(
        self, found: Sequence[Comparison], vectors: Vectors
    ) -> dict[tuple[str, str], PartCosines]:
        """Cosines of answer's by reference's parts, once for both directions."""
        pairs: dict[tuple[str, str], Pair] = {}
        for comparison in found:
            assert comparison.reference is not None  # noqa: S101  it is scored
            key = (comparison.answer.gid, comparison.reference.gid)
            pairs[key] = (comparison.answer, comparison.reference)
        source: CosineSource = (
            IndexCosines(self._database)
            if self._aligner == "index"
            else ExactCosines(self._database)
            if self._aligner == "cypher"
            else MatrixCosines(vectors)
        )
        return dict(zip(pairs, source(list(pairs.values())), strict=True))

    def _scores(
        self,
        found: Sequence[Comparison],
        cosines: dict[tuple[str, str], PartCosines],
        vectors: Vectors,
    ) -> dict[str, Scores]:
        scored = [c for c in found if c.scored]
        alignments, semantic = [], []
        with self._timings.stage("align"):
            for comparison in scored:
                first, second = comparison.ends
                if comparison.direction is Direction.REFERENCE_FIRST:
                    part = cosines[second.gid, first.gid].transposed
                else:
                    part = cosines[first.gid, second.gid]
                alignment = align_graphs(first.graph, second.graph, part, self._measure)
                alignments.append(alignment)
                semantic.append(
                    semantic_similarity(
                        first.graph, second.graph, part, alignment, vectors, self._measure
                    )
                )
            align.write_alignments(self._database, scored, alignments, semantic)
        with self._timings.stage("wl"):
            refinements = refine(self._database, scored, self._measure)
            if self._keep_colours:
                write_colours(self._database, scored, refinements)
        values = [(c.id, r.values) for c, r in zip(scored, refinements, strict=True)]
        with self._timings.stage("score"):
            written = write_scores(self._database, values, self._measure)
        return {
            c.id: Scores(*written[c.id], c.status)
            if c.scored
            else undefined_scores(c.status, self._measure)
            for c in found
        }

    def _labels(
        self,
        answers: Sequence[tuple[str, AnswerGraphs, list[Comparison]]],
        cosines: dict[tuple[str, str], PartCosines],
    ) -> dict[str, tuple[LabelledTriplet, ...]]:
        tasks: list[tuple[AnswerGraphs, LabelTask]] = []
        for _, answer, of_answer in answers:
            gold = of_answer[0]
            context = next(c for c in of_answer if c.kind == "context")
            if gold.status not in LABELLED or gold.reference is None:
                continue
            known = context.reference if context.status in LABELLED else None
            tasks.append(
                (
                    answer,
                    LabelTask(
                        comparison=gold.id,
                        answer=gold.answer,
                        gold=gold.reference,
                        gold_cosines=_or_empty(cosines, (gold.answer, gold.reference)),
                        context=known,
                        context_cosines=_or_empty(cosines, (gold.answer, known)) if known else None,
                    ),
                )
            )
        labelled = label_answers(self._database, [task for _, task in tasks], self._measure.rules)
        return {
            task.comparison: labelled_triplets(answer, labelling, said)
            for (answer, task), (labelling, said) in zip(tasks, labelled, strict=True)
        }


def _or_empty(cosines: dict[tuple[str, str], PartCosines], pair: Pair) -> PartCosines:
    """The pair's cosines; where one graph is empty there are none to look up."""
    one, two = pair[0].graph, pair[1].graph
    return cosines.get((pair[0].gid, pair[1].gid)) or PartCosines(
        *(
            np.full((len(getattr(one, kind)), len(getattr(two, kind))), UNDEFINED)
            for kind in ("entities", "relations", "edges")
        )
    )
