"""The filter step and the soft alignment of labels (spec S3, S4), on rounded cosines."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.graph import Edge, Graph, Label
from s3kg_neo4j.guards import features, guard
from s3kg_neo4j.matching import UNDEFINED, Choice, Cosines, align_labels, best_matches, kept
from s3kg_neo4j.measure import Measure


@dataclass(frozen=True, slots=True)
class PartCosines:
    """Rounded cosines between the parts of two graphs (T1's labels by T2's labels)."""

    entities: Cosines
    relations: Cosines
    sentences: Cosines

    @property
    def transposed(self) -> "PartCosines":
        """The same with T1 and T2 exchanged."""
        return PartCosines(self.entities.T, self.relations.T, self.sentences.T)


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
        entities=_aligned(
            _allowed(cosine.entities, first.entities, second.entities, measure),
            entities,
            texts[0],
            measure,
        ),
        relations=_aligned(
            _allowed(cosine.relations, first.relations, second.relations, measure),
            relations,
            texts[1],
            measure,
        ),
    )


def label_guards(first: Sequence[Label], second: Sequence[Label]) -> NDArray[np.str_]:
    """Reason why two labels must not be taken for the same, "" where there is none."""
    one = [features(label.names, label.known) for label in first]
    two = [features(label.names, label.known) for label in second]
    reasons = [[guard(a, b) or "" for b in two] for a in one]
    return np.array(reasons, dtype="<U8").reshape(len(one), len(two))


def kept_labels(edges: Sequence[Edge]) -> tuple[list[int], list[int]]:
    """Entities and relations of the triplets, in order of first appearance, head first."""
    ends = dict.fromkeys(end for edge in edges for end in (edge.head, edge.tail))
    return list(ends), list(dict.fromkeys(edge.relation for edge in edges))


def _allowed(
    cosine: Cosines, first: Sequence[Label], second: Sequence[Label], measure: Measure
) -> Cosines:
    """The cosines by which labels may align."""
    if not measure.guarded:
        return cosine
    return np.where(label_guards(first, second) == "", cosine, UNDEFINED)


def _aligned(
    cosine: Cosines, columns: list[int], texts: tuple[list[str], list[str]], measure: Measure
) -> tuple[Choice, ...]:
    choices = align_labels(
        cosine[:, columns], measure.accepts, one_to_one=measure.one_to_one, texts=texts
    )
    return tuple(Choice(c.source, columns[c.target], c.cosine) for c in choices)
