"""Sets of labelled pairs: any file that a loader of pairs can read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import BadRecord, TextPair
from s3kg_neo4j.runs import input_digest

BATCH = 200
"""Pairs that a method sees at a time: bounds memory."""


@dataclass(frozen=True, slots=True)
class PairSet:
    """A file's pairs.

    Attributes:
        name: The file's name without its ending.
        digest: SHA-256 of the file.
        pairs: Labelled pairs, in the file's order.
        unlabelled: Pairs that nobody labelled; they are not scored.
        bad: Records that could not be read.
    """

    name: str
    digest: str
    pairs: tuple[TextPair, ...]
    unlabelled: int = 0
    bad: tuple[BadRecord, ...] = ()

    @property
    def labels(self) -> list[int]:
        """1 for a pair that means the same, 0 for one that does not."""
        return [int(pair.label or 0) for pair in self.pairs]

    def batches(self, workbench: Workbench) -> Iterator["Batch"]:
        """The pairs, some at a time."""
        for start in range(0, len(self.pairs), BATCH):
            yield Batch(self.pairs[start : start + BATCH], workbench)


class Batch:
    """Some pairs with what methods need of them, each made when it is first asked for.

    Attributes:
        pairs: The pairs.
        workbench: Encoder, database and settings.
    """

    def __init__(self, pairs: Sequence[TextPair], workbench: Workbench) -> None:
        """Hold ``pairs``."""
        self.pairs = pairs
        self.workbench = workbench

    @cached_property
    def texts(self) -> list[tuple[str, str] | None]:
        """Both texts; None where one is missing."""
        texts = [(p.source_1.text.strip(), p.source_2.text.strip()) for p in self.pairs]
        return [pair if all(pair) else None for pair in texts]

    @cached_property
    def all_graphs(self) -> list[tuple[Graph, Graph]]:
        """Both normalised graphs, be they empty."""
        measure = Measure(opposites=self.workbench.opposites)
        return [
            (source_graph(pair.source_1, measure), source_graph(pair.source_2, measure))
            for pair in self.pairs
        ]

    @cached_property
    def graphs(self) -> list[tuple[Graph, Graph] | None]:
        """Both graphs; None where one is empty."""
        return [(a, b) if a.edges and b.edges else None for a, b in self.all_graphs]

    @cached_property
    def graph_vectors(self) -> Vectors:
        """Vectors of every label and triplet."""
        graphs = self.all_graphs
        return self.workbench.embedder.embed(s for p in graphs for g in p for s in g.strings())

    @cached_property
    def text_vectors(self) -> Vectors:
        """Vectors of every text."""
        return self.workbench.embedder.embed(text for pair in self.texts if pair for text in pair)


def read_set(path: Path) -> PairSet:
    """Read a file of pairs.

    Raises:
        InputError: There is no such file, or no labelled pair in it.
    """
    import loaders  # noqa: PLC0415  loaders import this package's model

    pairs: list[TextPair] = []
    bad: list[BadRecord] = []
    unlabelled = others = 0
    for record in loaders.load(path):
        if isinstance(record, BadRecord):
            bad.append(record)
        elif not isinstance(record, TextPair):
            others += 1
        elif record.label is None:
            unlabelled += 1
        else:
            pairs.append(record)
    if not pairs:
        found = f"{unlabelled} unlabelled pairs, {others} questions, {len(bad)} unreadable records"
        raise InputError(
            f"{path}: expected lines of id, text_1, text_2, kg_1, kg_2, label (0 or 1), "
            f"found {found}; correct the file" + (f" (first: {bad[0]})" if bad else "")
        )
    return PairSet(path.stem, input_digest(path), tuple(pairs), unlabelled, tuple(bad))
