"""How much of a score is extraction noise: it is taken again from graphs that were shaken.

Another extraction of the same texts would miss other facts and word labels otherwise. Each round
drops triplets and shortens labels at random, by a seed, and scores in memory; the spread of the
rounds is the interval beside the score.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.graph import source_graph
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.memory import MemoryEngine
from s3kg_neo4j.model import Source, Triplet
from s3kg_neo4j.results import DIGITS, joined_scores
from s3kg_neo4j.statuses import cus
from s3kg_neo4j.subgraphs import AnswerGraphs, QuestionGraphs, Subgraph

LEVEL = 95
"""Per cent of the rounds that an interval holds."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """How graphs are shaken.

    Attributes:
        rounds: Times that a score is taken again.
        seed: Of the draws.
        drop: Share of triplets that a round loses.
        shorten: Share of labels of several words that a round takes one word from.
    """

    rounds: int
    seed: int = 0
    drop: float = 0.1
    shorten: float = 0.2


class JitteredScores:
    """Takes scores again from shaken graphs."""

    def __init__(self, jitter: Jitter, measure: Measure, embedder: Embedder) -> None:
        """Shake as ``jitter`` says, score by ``measure``."""
        self._jitter = jitter
        self._measure = measure
        self._embedder = embedder
        self._engine = MemoryEngine(measure, embedder.identity)

    def intervals(self, question: QuestionGraphs, answer: AnswerGraphs) -> dict[str, Any]:
        """Intervals of an answer's scores; None where a score is undefined.

        Returns:
            ``rounds``, ``seed``, and [low, high] of ``gold_sim``, ``ctx_sim`` and ``cus``.
        """
        shaken = tuple(self._shaken(answer, number) for number in range(self._jitter.rounds))
        batch = QuestionGraphs(question.dataset, question.question, shaken, ())
        strings = (s for a in shaken for g in _graphs(a) for s in g.graph.strings())
        results = self._engine.evaluate([batch], self._embedder.embed(strings))
        gold, context = (
            [joined_scores(getattr(r, kind), self._measure.direction).score for r in results]
            for kind in ("gold", "context")
        )
        joined = [cus(g, c) for g, c in zip(gold, context, strict=True)]
        return {
            "rounds": self._jitter.rounds,
            "seed": self._jitter.seed,
            "gold_sim": _interval(gold),
            "ctx_sim": _interval(context),
            "cus": _interval(joined),
        }

    def _shaken(self, answer: AnswerGraphs, number: int) -> AnswerGraphs:
        def again(subgraph: Subgraph | None) -> Subgraph | None:
            return None if subgraph is None else self._subgraph(subgraph, number)

        return AnswerGraphs(
            answer.answer,
            self._subgraph(answer.llm, number),
            again(answer.gold),
            again(answer.context),
        )

    def _subgraph(self, subgraph: Subgraph, number: int) -> Subgraph:
        draw = random.Random(f"{self._jitter.seed}/{number}/{subgraph.gid}")  # noqa: S311
        source = shaken_source(subgraph.source, self._jitter, draw)
        graph = source_graph(source, self._measure)
        return replace(subgraph, source=source, graph=graph, digest=f"{subgraph.digest}/{number}")


def shaken_source(source: Source, jitter: Jitter, draw: random.Random) -> Source:
    """A source as another extraction might have made it; one triplet stays at least."""
    if not source.triplets:
        return source
    kept = [t for t in source.triplets if draw.random() >= jitter.drop]
    kept = kept or [source.triplets[draw.randrange(len(source.triplets))]]
    worded: dict[str, str] = {}

    def word(label: str) -> str:
        if label not in worded:  # one label, one wording
            worded[label] = _shortened(label, jitter, draw)
        return worded[label]

    triplets = tuple(Triplet(word(t.head), word(t.relation), word(t.tail)) for t in kept)
    return replace(source, triplets=triplets, origins=())


def _graphs(answer: AnswerGraphs) -> list[Subgraph]:
    return [g for g in (answer.llm, answer.gold, answer.context) if g is not None]


def _shortened(label: str, jitter: Jitter, draw: random.Random) -> str:
    words = label.replace("_", " ").split()
    if len(words) < 2 or draw.random() >= jitter.shorten:
        return label
    left_out = draw.randrange(len(words))
    return " ".join(word for place, word in enumerate(words) if place != left_out)


def _interval(scores: Sequence[float | None]) -> list[float] | None:
    values = [score for score in scores if score is not None]
    if len(values) < len(scores):
        return None
    half = (100 - LEVEL) / 2
    return [round(float(v), DIGITS) for v in np.percentile(values, [half, 100 - half])]
