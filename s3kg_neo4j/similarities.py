"""S_WL, S_SBERT and S3KG of many pairs at a time, to the digit as ``memory.similarity`` has them.

One pair at a time spends most of its time on the overhead of small arrays. Here a batch's pairs
are padded to one size and their cosines are one product, rounded and searched together; what is
left to do pair by pair is the kernel.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.kernel import wl_graph, wl_kernel
from s3kg_neo4j.matching import UNDEFINED, Cosines
from s3kg_neo4j.measure import DECIMALS, Measure, Preset
from s3kg_neo4j.memory import similarity

ROWS_AT_A_TIME = 512
"""Triplets of a batch, padding included: its vectors stay in the processor's cache."""

BATCHED = frozenset(
    {Preset.PAPER, Preset.CUMULATIVE, Preset.TEXTBOOK, Preset.KEA, Preset.PUBLISHED}
)
"""Presets that are computed here; others go through ``memory.similarity`` one by one."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

Pair = tuple[Graph, Graph]


@dataclass(frozen=True, slots=True)
class Parts:
    """The three numbers of one comparison."""

    s_wl: float
    s_sbert: float
    score: float


class Table:
    """Vectors of many strings in double precision with their lengths, made once."""

    def __init__(self, vectors: Vectors) -> None:
        """Hold the vectors that ``vectors`` has, and a zero row for padding."""
        texts = list(vectors)
        self._row = {text: row for row, text in enumerate(texts)}
        self.padding = len(texts)
        self.matrix: Floats = np.zeros((len(texts) + 1, vectors.dimension))
        self.matrix[:-1] = vectors.matrix(texts)
        self.lengths: Floats = np.sqrt(np.einsum("ij,ij->i", self.matrix, self.matrix))

    def rows(self, graphs: Sequence[Graph], kind: str) -> Ints:
        """Rows of each graph's strings of a kind, padded, shape (graphs, most)."""
        row = self._row
        found = [[row[item.text] for item in getattr(graph, kind)] for graph in graphs]
        return padded(found, self.padding)


def similarities(pairs: Sequence[Pair], vectors: Vectors, measure: Measure) -> list[Parts]:
    """S3KG of pairs of graphs that all have triplets; the first of each is T1."""
    return tabled_similarities(pairs, Table(vectors), measure, vectors)


def tabled_similarities(
    pairs: Sequence[Pair], table: Table, measure: Measure, vectors: Vectors
) -> list[Parts]:
    """The same with a table that is used again."""
    if not measure.filter or measure.one_to_one or measure.preset not in BATCHED:
        found = (similarity(first, second, vectors, measure) for first, second in pairs)
        return [Parts(one.s_wl, one.s_sbert, one.score) for one in found]
    # Pairs of about one size come together, so that little is padded.
    sizes = [max(len(first.edges), len(second.edges)) for first, second in pairs]
    order = sorted(range(len(pairs)), key=sizes.__getitem__)
    parts: dict[int, Parts] = {}
    while order:
        some = max(1, ROWS_AT_A_TIME // sizes[order[-1]])
        places, order = order[-some:], order[:-some]
        made = _batch([pairs[place] for place in places], table, measure)
        parts.update(zip(places, made, strict=True))
    return [parts[place] for place in range(len(pairs))]


def padded(lists: Sequence[Sequence[int]], filler: int) -> Ints:
    """Lists of different lengths as the rows of one array."""
    lengths = np.array([len(one) for one in lists])
    array = np.full((len(lists), int(lengths.max(initial=1))), filler, dtype=np.int64)
    array[np.arange(array.shape[1]) < lengths[:, None]] = np.fromiter(
        chain.from_iterable(lists), dtype=np.int64, count=int(lengths.sum())
    )
    return array


def _batch(pairs: Sequence[Pair], table: Table, measure: Measure) -> Iterator[Parts]:
    firsts, seconds = zip(*pairs, strict=True)
    edges = table.rows(firsts, "edges"), table.rows(seconds, "edges")
    sentences = _cosines(edges, table)
    matches = sentences.argmax(axis=2)
    defined = np.take_along_axis(sentences, matches[..., None], axis=2)[..., 0] > UNDEFINED
    kept = [
        list(dict.fromkeys(row[mask].tolist())) for row, mask in zip(matches, defined, strict=True)
    ]
    labels = [_labels(graph, own) for graph, own in zip(seconds, kept, strict=True)]
    entities = _aligned("entities", firsts, seconds, [own[0] for own in labels], table, measure)
    relations = _aligned("relations", firsts, seconds, [own[1] for own in labels], table, measure)
    chosen = [rows[own] for rows, own in zip(edges[1], kept, strict=True)]
    pooled = _pooled(edges[0], chosen, table)
    for first, second, own, (nodes, _), entity, relation, s_sbert in zip(
        firsts, seconds, kept, labels, entities, relations, pooled, strict=True
    ):
        s_wl = _kernel(first, second, own, nodes, entity, relation, measure)
        yield Parts(s_wl, s_sbert, measure.blend(s_wl, s_sbert))


def _labels(graph: Graph, kept: Sequence[int]) -> tuple[list[int], list[int]]:
    """Entities and relations of the kept triplets, in order of first appearance."""
    nodes: dict[int, None] = {}
    relations: dict[int, None] = {}
    for index in kept:
        edge = graph.edges[index]
        nodes[edge.head] = nodes[edge.tail] = relations[edge.relation] = None
    return list(nodes), list(relations)


def _cosines(rows: tuple[Ints, Ints], table: Table) -> Cosines:
    """Rounded cosines as ``embed.cosines`` has them, of every pair of a batch at once."""
    one, two = (table.matrix[side] for side in rows)
    values: Cosines = one @ two.transpose(0, 2, 1)
    products = table.lengths[rows[0]][:, :, None] * table.lengths[rows[1]][:, None, :]
    defined = products > 0
    np.divide(values, products, out=values, where=defined)
    np.round(values, DECIMALS, out=values)
    np.clip(values, -1.0, 1.0, out=values)
    values[~defined] = UNDEFINED
    return values


def _aligned(
    kind: str,
    firsts: Sequence[Graph],
    seconds: Sequence[Graph],
    columns: Sequence[Sequence[int]],
    table: Table,
    measure: Measure,
) -> list[list[int]]:
    """Identity of each label of T1: the label of T2^ that it takes, or one of its own."""
    others = [len(getattr(graph, kind)) for graph in seconds]
    all_rows = table.rows(seconds, kind)
    # Columns stand in the order of T2^, so that the first greatest one is the right one.
    chosen = padded(columns, -1)
    rows = np.where(chosen < 0, table.padding, np.take_along_axis(all_rows, chosen.clip(0), axis=1))
    values = _cosines((table.rows(firsts, kind), rows), table)
    best = values.argmax(axis=2)
    greatest = np.take_along_axis(values, best[..., None], axis=2)[..., 0]
    if measure.preset is Preset.PUBLISHED:
        accepted = greatest >= measure.threshold
    else:
        accepted = greatest > measure.threshold
    accepted &= greatest > UNDEFINED
    private = np.array(others)[:, None] + np.arange(best.shape[1])
    found = np.where(accepted, np.take_along_axis(chosen, best, axis=1), private).tolist()
    return [row[: len(getattr(graph, kind))] for row, graph in zip(found, firsts, strict=True)]


def _pooled(first: Ints, kept: Sequence[Ints], table: Table) -> list[float]:
    """S_SBERT of each pair (paper, eq. 1)."""
    second = padded([row.tolist() for row in kept], table.padding)
    means = [
        table.matrix[rows].sum(axis=1) / (rows != table.padding).sum(axis=1).clip(1)[:, None]
        for rows in (first, second)
    ]
    # One by one: products of a whole batch add up in another order.
    return [_cosine(one, two) for one, two in zip(*means, strict=True)]


def _cosine(one: Floats, two: Floats) -> float:
    norm = math.sqrt(one @ one) * math.sqrt(two @ two)
    return max(0.0, min(1.0, float(one @ two) / norm)) if norm else 0.0


def _kernel(
    first: Graph,
    second: Graph,
    kept: Sequence[int],
    nodes: Sequence[int],
    entity: Sequence[int],
    relation: Sequence[int],
    measure: Measure,
) -> float:
    place = {node: index for index, node in enumerate(nodes)}
    edges = [second.edges[index] for index in kept]
    one = wl_graph(
        entity, [(e.head, relation[e.relation], e.tail) for e in first.edges], measure.kernel
    )
    two = wl_graph(
        nodes, [(place[e.head], e.relation, place[e.tail]) for e in edges], measure.kernel
    )
    return wl_kernel(one, two, measure.iterations, measure.kernel).similarity
