"""Where the constants of ``s3kg+`` come from: a grid, each set left out in turn, and an ablation.

The aim is the mean over the sets of F1 and AUROC together, in the weaker direction, so that it
does not matter which text comes first. A set's own constants never come from itself in the rows
"left out"; the constants in ``measure.py`` are those of the row "all sets".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.alignment import align
from s3kg_neo4j.bench.similarity.metrics import evaluate
from s3kg_neo4j.bench.similarity.pairs import PairSet
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.coverage import Tables, pair_tables, worths
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.kernel import wl_kernel
from s3kg_neo4j.measure import CoverageRules, Measure, Preset
from s3kg_neo4j.memory import aligned_wl_graphs

SENTENCE = (0.5, 0.6, 0.7, 0.8)
GUARDED = (0.0, 0.3, 0.4, 0.5, 0.7)
APART = (0.0, 0.3, 0.6, 1.0)
ALPHA = (0.7, 0.8, 0.9)
"""The grid. Sentences alone do not see a swap of head and tail, so that no point of it is without
the ends and without structure, though these sets would not miss them (see the ablation)."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Constants:
    """A point of the grid."""

    alpha: float
    rules: CoverageRules


@dataclass(frozen=True, slots=True)
class _Side:
    """One direction of a pair: what its score is made of under any constants."""

    tables: Tables
    s_wl: float


Pair = tuple[_Side, _Side] | None
"""Both directions; None where a graph is empty."""


def chosen_constants(sets: Sequence[PairSet], workbench: Workbench) -> Iterator[dict[str, Any]]:
    """Rows of the choice: all sets, each set left out, and one part off at a time."""
    pairs = [list(_pairs(pair_set, workbench)) for pair_set in sets]
    labels = [pair_set.labels for pair_set in sets]
    grid = [
        Constants(alpha, CoverageRules(*rules))
        for alpha, *rules in product(ALPHA, SENTENCE, GUARDED, APART)
    ]
    found = np.array(
        [
            [_quality(weaker(one, point), label) for one, label in zip(pairs, labels, strict=True)]
            for point in grid
        ]
    )  # point, set, (F1, AUROC)
    aim = found.sum(axis=2)
    best = int(aim.mean(axis=1).argmax())
    yield _row("all sets", grid[best], found[best].mean(axis=0))
    left = [int(np.delete(aim, place, axis=1).mean(axis=1).argmax()) for place in range(len(sets))]
    for place, (pair_set, point) in enumerate(zip(sets, left, strict=True)):
        yield _row(f"{pair_set.name} left out", grid[point], found[point, place])
    mean = np.mean([found[point, place] for place, point in enumerate(left)], axis=0)
    yield (
        {"row": "mean of the left out"}
        | dict.fromkeys(asdict(grid[0].rules) | {"alpha": 0})
        | (_figures(mean))
    )
    frozen = Measure.of(Preset.PLUS)
    own = Constants(frozen.alpha, frozen.coverage)

    def mean_of(score: Callable[[Sequence[Pair], Constants], Scores], at: Constants) -> Any:
        both = [_quality(score(one, at), label) for one, label in zip(pairs, labels, strict=True)]
        return np.mean(both, axis=0)

    for name, at in {
        "s3kg+ as it is": own,
        "without guards in coverage": Constants(own.alpha, replace(own.rules, guarded=0.0)),
        "without heads and tails": Constants(own.alpha, replace(own.rules, sentence=1.0)),
        "without the made-up join": Constants(own.alpha, replace(own.rules, apart=0.0)),
        "without structure": Constants(1.0, own.rules),
        "sentences and guards alone": Constants(1.0, replace(own.rules, sentence=1.0, apart=0.0)),
        "structure alone": Constants(0.0, own.rules),
        "half structure": Constants(0.5, own.rules),
    }.items():
        yield _row(name, at, mean_of(weaker, at))
    yield _row("first text as T1", own, mean_of(forward, own))
    yield _row("second text as T1", own, mean_of(backward, own))
    yield _row("mean of both directions", own, mean_of(both_ways, own))


def forward(pairs: Sequence[Pair], point: Constants) -> Scores:
    """Scores with the first text as T1."""
    return np.array([_score(pair[0], point) if pair else 0.0 for pair in pairs])


def backward(pairs: Sequence[Pair], point: Constants) -> Scores:
    """Scores with the second text as T1."""
    return np.array([_score(pair[1], point) if pair else 0.0 for pair in pairs])


def weaker(pairs: Sequence[Pair], point: Constants) -> Scores:
    """The lesser of both: the same whichever text comes first."""
    return np.minimum(forward(pairs, point), backward(pairs, point))


def both_ways(pairs: Sequence[Pair], point: Constants) -> Scores:
    """The mean of both."""
    return (forward(pairs, point) + backward(pairs, point)) / 2


def _score(side: _Side, point: Constants) -> float:
    values, _ = worths(side.tables, point.rules)
    return (1 - point.alpha) * side.s_wl + point.alpha * float(values.mean())


def _pairs(pair_set: PairSet, workbench: Workbench) -> Iterator[Pair]:
    for batch in pair_set.batches(workbench):
        vectors = batch.graph_vectors
        for first, second in batch.all_graphs:
            if first.edges and second.edges:
                yield _side(first, second, vectors), _side(second, first, vectors)
            else:
                yield None


def _side(first: Graph, second: Graph, vectors: Vectors) -> _Side:
    measure = Measure.of(Preset.PLUS)
    cosine = part_cosines(first, second, vectors)
    graphs = aligned_wl_graphs(first, second, align(first, second, cosine, measure), measure)
    values = wl_kernel(*graphs, measure.iterations, measure.kernel)
    return _Side(pair_tables(first, second, cosine), values.similarity)


def _quality(scores: Scores, labels: Sequence[int]) -> tuple[float, float]:
    metrics = evaluate(np.round(scores, 9), labels)
    return (metrics.f1, metrics.auroc or 0.0) if metrics else (0.0, 0.0)


def _row(name: str, point: Constants, figures: Any) -> dict[str, Any]:
    return {"row": name} | asdict(point.rules) | {"alpha": point.alpha} | _figures(figures)


def _figures(figures: Any) -> dict[str, Any]:
    return {"f1": round(float(figures[0]), 4), "auroc": round(float(figures[1]), 4)}
