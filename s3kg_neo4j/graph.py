"""A source's triplets as a directed, labelled multigraph over normalised labels."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import Source, Triplet
from s3kg_neo4j.opposites import Lexicon, lexicon
from s3kg_neo4j.text import Normaliser


@dataclass(frozen=True, slots=True)
class Label:
    """A normalised label with the distinct raw texts that it stands for.

    Attributes:
        text: As it is compared.
        names: The raw texts.
        known: The opposites by which guards read them.
    """

    text: str
    names: tuple[str, ...]
    known: Lexicon = field(default_factory=lexicon, repr=False)

    @property
    def key(self) -> str:
        """Hash of the text: a label may be longer than an index takes."""
        return hashlib.blake2b(self.text.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Edge:
    """One distinct triplet.

    Attributes:
        head: Index into the graph's entities.
        relation: Index into the graph's relations.
        tail: Index into the graph's entities.
        text: s(t), the serialised triplet.
        raw: The first occurrence as it was read.
        multiplicity: How often the triplet occurs.
    """

    head: int
    relation: int
    tail: int
    text: str
    raw: Triplet
    multiplicity: int


@dataclass(frozen=True, slots=True)
class Graph:
    """Labels in order of first appearance, head before tail; triplets without repeats."""

    entities: tuple[Label, ...]
    relations: tuple[Label, ...]
    edges: tuple[Edge, ...]

    def strings(self) -> list[str]:
        """Every string of the graph that needs a vector; repeats are possible."""
        labels = [label.text for label in self.entities + self.relations]
        return labels + [edge.text for edge in self.edges]


def columns(edges: Sequence[Edge]) -> tuple[list[int], list[int], list[int]]:
    """Heads, relations and tails of triplets, as indices."""
    return (
        [edge.head for edge in edges],
        [edge.relation for edge in edges],
        [edge.tail for edge in edges],
    )


class _Labels:
    """Distinct labels in order of first appearance."""

    def __init__(self) -> None:
        self._index: dict[str, int] = {}
        self._names: list[list[str]] = []

    def add(self, text: str, name: str) -> int:
        index = self._index.setdefault(text, len(self._names))
        if index == len(self._names):
            self._names.append([])
        if name not in self._names[index]:
            self._names[index].append(name)
        return index

    def freeze(self, known: Lexicon) -> tuple[Label, ...]:
        return tuple(
            Label(text, tuple(self._names[index]), known) for text, index in self._index.items()
        )


def source_graph(source: Source, measure: Measure) -> Graph:
    """The graph of a source as a measure reads it; empty where nothing was extracted."""
    return build_graph(
        source.triplets or (), Normaliser(lemmas=measure.lemmas), lexicon(measure.opposites)
    )


def build_graph(
    triplets: Sequence[Triplet], normalise: Callable[[str], str], known: Lexicon | None = None
) -> Graph:
    """Make the graph of a triplet list.

    Args:
        triplets: In the order given; repeats are counted.
        normalise: Text of a label as it is compared (``text.Normaliser``).
        known: Opposites by which guards read the labels; the project's list where None.
    """
    entities, relations = _Labels(), _Labels()
    first: dict[tuple[str, str, str], tuple[Triplet, tuple[int, int, int]]] = {}
    counts: dict[tuple[str, str, str], int] = {}
    for triplet in triplets:
        head, relation, tail = map(normalise, (triplet.head, triplet.relation, triplet.tail))
        key = (head, relation, tail)
        ends = entities.add(head, triplet.head), entities.add(tail, triplet.tail)
        place = (ends[0], relations.add(relation, triplet.relation), ends[1])
        first.setdefault(key, (triplet, place))
        counts[key] = counts.get(key, 0) + 1
    edges = tuple(
        Edge(*place, " ".join(key), raw, counts[key]) for key, (raw, place) in first.items()
    )
    known = known or lexicon()
    return Graph(entities.freeze(known), relations.freeze(known), edges)
