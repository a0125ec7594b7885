"""Pairs per second of every method side by side, in one run with the same threads."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.bench.similarity.method import Method
from s3kg_neo4j.bench.similarity.pairs import Batch, PairSet
from s3kg_neo4j.bench.similarity.rival import Triplets, encoding_every_comparison, script_score
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.measure import Measure, Preset
from s3kg_neo4j.similarities import Table, similarities, tabled_similarities

ROUNDS = 3
"""The fastest of so many counts: what else the machine does only ever slows."""

SCRIPT = "GraKeL script, same vectors"


@dataclass(frozen=True, slots=True)
class Measured:
    """How fast a method was.

    Attributes:
        what: Method, or part of one.
        pairs: Pairs in a round.
        seconds: Of the fastest round.
    """

    what: str
    pairs: int
    seconds: float

    @property
    def rate(self) -> float:
        """Pairs per second."""
        return self.pairs / self.seconds


@contextmanager
def pinned(threads: int) -> Iterator[str]:
    """Hold numpy, BLAS and torch to so many threads; says which libraries that are."""
    import torch
    from threadpoolctl import threadpool_info, threadpool_limits

    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with threadpool_limits(threads):
            held = {str(one["internal_api"]) for one in threadpool_info()}
            yield f"{threads} thread(s): {', '.join(sorted({*held, 'torch'}))}"
    finally:
        torch.set_num_threads(before)


def warm(sets: Sequence[PairSet], workbench: Workbench) -> list[Measured]:
    """The memory engine and the script, graphs built and vectors at hand."""
    batches = [Batch(pairs.pairs, workbench) for pairs in sets]
    work = [
        (batch, [pair for pair in batch.graphs if pair], Table(batch.graph_vectors))
        for batch in batches
    ]
    count = sum(len(graphs) for _, graphs, _ in work)
    found = []
    for preset in Preset:
        measure = Measure(preset=preset)

        def engine(measure: Measure = measure) -> None:
            for batch, graphs, table in work:
                tabled_similarities(graphs, table, measure, batch.graph_vectors)

        found.append(Measured(f"memory engine, {preset}", count, _fastest(engine)))
    lists = [
        ([(_triplets(a), _triplets(b)) for a, b in graphs], dict(batch.graph_vectors))
        for batch, graphs, _ in work
    ]

    def script() -> None:
        for pairs, vectors in lists:
            for first, second in pairs:
                script_score(first, second, vectors)

    return [*found, Measured(SCRIPT, count, _fastest(script))]


def every_method(
    methods: Sequence[Method],
    sets: Sequence[PairSet],
    workbench: Workbench,
    on_skip: Callable[[str], None],
) -> Iterator[Measured]:
    """Each method as the benchmark calls it: graphs built, vectors read from the cache."""
    for method in methods:

        def work(method: Method = method) -> None:
            for pairs in sets:
                for batch in pairs.batches(workbench):
                    method.score(batch)

        try:
            method.installed()
            work()
        except PrerequisiteError as error:
            on_skip(f"{method.name} skipped: {error}")
            continue
        yield Measured(method.name, sum(len(s.pairs) for s in sets), _fastest(work, rounds=1))


def cold(pairs: PairSet, workbench: Workbench, few: int) -> list[Measured]:
    """With nothing encoded: our whole on the set, and a few pairs with every comparison encoded."""
    graphs = [pair for pair in Batch(pairs.pairs, workbench).graphs if pair]
    settings, name = workbench.settings, workbench.encoder
    embedder = load_embedder(settings, name, cached=False)
    embedder.encoder.encode(["warm up"])

    def whole() -> None:
        vectors = embedder.embed(s for pair in graphs for graph in pair for s in graph.strings())
        similarities(graphs, vectors, Measure())

    def again() -> None:
        for first, second in graphs[:few]:
            encoding_every_comparison(
                _triplets(first), _triplets(second), lambda text: embedder.encoder.encode([text])[0]
            )

    return [
        Measured("memory engine, nothing encoded", len(graphs), _fastest(whole, rounds=1)),
        Measured(
            "every comparison encodes both labels",
            min(few, len(graphs)),
            _fastest(again, rounds=1),
        ),
    ]


def rows(found: Sequence[Measured], beside: str) -> list[dict[str, Any]]:
    """Rates, and each as a multiple of one of them."""
    base = next((one.rate for one in found if one.what == beside), None)
    return [
        {
            "what": one.what,
            "pairs": one.pairs,
            "seconds": round(one.seconds, 4),
            "pairs/s": round(one.rate, 1),
            f"to {beside}": None if base is None else round(one.rate / base, 2),
        }
        for one in found
    ]


def _triplets(graph: Graph) -> Triplets:
    return [
        (graph.entities[e.head].text, graph.relations[e.relation].text, graph.entities[e.tail].text)
        for e in graph.edges
    ]


def _fastest(work: Callable[[], None], rounds: int = ROUNDS) -> float:
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
