"""The same measure without a database: oracle of the tests, engine of ``s3kg compare``."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.categories import PartCosines
from s3kg_neo4j.embed import Vectors, cosines
from s3kg_neo4j.graph import Edge, Graph
from s3kg_neo4j.kernel import KernelValues, WLGraph, wl_graph, wl_kernel
from s3kg_neo4j.matching import Choice, Cosines, align_labels, best_matches, kept
from s3kg_neo4j.measure import Measure


@dataclass(frozen=True, slots=True)
class Alignment:
    """S3 and S4 of one comparison; every index is one of the two graphs' own.

    Attributes:
        matches: The filter's choices, triplets of T1 to triplets of T2.
        kept: T2^: triplets of T2, in order.
        entities: Aligned entity labels, T1 to T2.
        relations: Aligned relation labels, T1 to T2.
    """

    matches: tuple[Choice, ...]
    kept: tuple[int, ...]
    entities: tuple[Choice, ...]
    relations: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Similarity:
    """S3KG of two graphs that both have triplets, with its parts."""

    s_wl: float
    s_sbert: float
    score: float
    kernel: KernelValues
    alignment: Alignment


def part_cosines(first: Graph, second: Graph, vectors: Vectors) -> PartCosines:
    """Every rounded cosine between the labels and triplets of two graphs."""

    def matrix(graph: Graph, kind: str) -> NDArray[np.float32]:
        return vectors.matrix([item.text for item in getattr(graph, kind)])

    return PartCosines(
        *(
            cosines(matrix(first, kind), matrix(second, kind))
            for kind in ("entities", "relations", "edges")
        )
    )


def similarity(first: Graph, second: Graph, vectors: Vectors, measure: Measure) -> Similarity:
    """S3KG with ``first`` as T1 (spec S3-S8).

    Args:
        first: T1, with at least one triplet.
        second: T2, with at least one triplet.
        vectors: Holds every string of both graphs.
        measure: Options; its direction has been settled by who is ``first``.
    """
    alignment = align(first, second, part_cosines(first, second, vectors), measure)
    kernel = wl_kernel(
        *_wl_graphs(first, second, alignment, measure), measure.iterations, measure.kernel
    )
    s_sbert = pooled_cosine(
        vectors.matrix([edge.text for edge in first.edges]),
        vectors.matrix([second.edges[index].text for index in alignment.kept]),
    )
    score = measure.blend(kernel.similarity, s_sbert)
    return Similarity(kernel.similarity, s_sbert, score, kernel, alignment)


def align(first: Graph, second: Graph, cosine: PartCosines, measure: Measure) -> Alignment:
    """The filter step and the soft alignment of labels (spec S3, S4)."""
    matches = best_matches(cosine.sentences)
    kept_edges = kept(matches) if measure.filter else list(range(len(second.edges)))
    entities, relations = kept_labels([second.edges[index] for index in kept_edges])
    texts = (
        ([label.text for label in first.entities], [second.entities[m].text for m in entities]),
        ([label.text for label in first.relations], [second.relations[m].text for m in relations]),
    )
    return Alignment(
        matches=tuple(matches) if measure.filter else (),
        kept=tuple(kept_edges),
        entities=_aligned(cosine.entities, entities, texts[0], measure),
        relations=_aligned(cosine.relations, relations, texts[1], measure),
    )


def kept_labels(edges: Sequence[Edge]) -> tuple[list[int], list[int]]:
    """Entities and relations of the triplets, in order of first appearance, head first."""
    ends = dict.fromkeys(end for edge in edges for end in (edge.head, edge.tail))
    return list(ends), list(dict.fromkeys(edge.relation for edge in edges))


def pooled_cosine(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """S_SBERT = max(0, cos(mean φ(T1), mean φ(T2^))) (paper, eq. 1); 0 without vectors."""
    if not len(first) or not len(second):
        return 0.0
    one = first.astype(np.float64).mean(axis=0)
    two = second.astype(np.float64).mean(axis=0)
    norm = float(np.linalg.norm(one) * np.linalg.norm(two))
    return max(0.0, min(1.0, float(one @ two) / norm)) if norm else 0.0


def _aligned(
    cosine: Cosines, columns: list[int], texts: tuple[list[str], list[str]], measure: Measure
) -> tuple[Choice, ...]:
    choices = align_labels(
        cosine[:, columns], measure.accepts, one_to_one=measure.one_to_one, texts=texts
    )
    return tuple(Choice(c.source, columns[c.target], c.cosine) for c in choices)


def _wl_graphs(
    first: Graph, second: Graph, alignment: Alignment, measure: Measure
) -> tuple[WLGraph, WLGraph]:
    """Both graphs over one set of identities: T2's label indices, then private ones."""

    def identities(count: int, choices: Sequence[Choice], others: int) -> list[int]:
        taken = {choice.source: choice.target for choice in choices}
        return [taken.get(index, others + index) for index in range(count)]

    entity = identities(len(first.entities), alignment.entities, len(second.entities))
    relation = identities(len(first.relations), alignment.relations, len(second.relations))
    edges = [second.edges[index] for index in alignment.kept]
    nodes, _ = kept_labels(edges)
    place = {node: index for index, node in enumerate(nodes)}
    return (
        wl_graph(
            entity,
            [(edge.head, relation[edge.relation], edge.tail) for edge in first.edges],
            measure.kernel,
        ),
        wl_graph(
            nodes,
            [(place[edge.head], edge.relation, place[edge.tail]) for edge in edges],
            measure.kernel,
        ),
    )
