"""Coverage: how much of what T1 says T2 says too, the semantic part of ``s3kg+``.

A triplet of T1 is worth what its best counterpart in T2 is worth. A counterpart is worth the
cosine of the two sentences, mixed with that of their ends, which see a swap of head and tail;
less where a guard keeps two parts apart; and a triplet is worth less where T2 knows both its ends
and joins them nowhere, since what T2 does not join T1 has made up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.alignment import PartCosines, label_guards
from s3kg_neo4j.graph import Graph, columns
from s3kg_neo4j.measure import CoverageRules

Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Covered:
    """What becomes of one triplet of T1.

    Attributes:
        source: Index of the triplet in T1.
        target: Its best counterpart in T2, the first of equals.
        value: 0 to 1; the mean over T1 is the coverage.
        reasons: Guards that keep parts of the two apart, as ``tail: number``.
        apart: How far T2 knows both ends and does not join them, 0 to 1.
    """

    source: int
    target: int
    value: float
    reasons: tuple[str, ...]
    apart: float


@dataclass(frozen=True, slots=True)
class Tables:
    """What coverage is computed from, triplets of T1 by triplets of T2.

    Attributes:
        sentences: Cosines of the sentences, 0 to 1.
        ends: Mean cosines of heads and tails, 0 to 1.
        reasons: Guards between the parts, by the part's name; "" where there is none.
        guarded: Whether there is any.
        apart: For each triplet of T1, how far T2 knows both ends and joins them nowhere.
    """

    sentences: Table
    ends: Table
    reasons: dict[str, NDArray[np.str_]]
    guarded: NDArray[np.bool_]
    apart: Table


def pair_tables(first: Graph, second: Graph, cosine: PartCosines) -> Tables:
    """The tables of two graphs that both have triplets."""
    heads, relations, tails = columns(first.edges)
    other_heads, other_relations, other_tails = columns(second.edges)
    sentences, entities = (np.clip(c, 0.0, 1.0) for c in (cosine.sentences, cosine.entities))
    head, tail = entities[np.ix_(heads, other_heads)], entities[np.ix_(tails, other_tails)]
    entity_guards = label_guards(first.entities, second.entities)
    relation_guards = label_guards(first.relations, second.relations)
    reasons = {
        "head": entity_guards[np.ix_(heads, other_heads)],
        "relation": relation_guards[np.ix_(relations, other_relations)],
        "tail": entity_guards[np.ix_(tails, other_tails)],
    }
    return Tables(
        sentences,
        (head + tail) / 2,
        reasons,
        np.logical_or.reduce([table != "" for table in reasons.values()]),
        _apart(
            head,
            tail,
            entities[np.ix_(heads, other_tails)],
            entities[np.ix_(tails, other_heads)],
        ),
    )


def worths(tables: Tables, rules: CoverageRules) -> tuple[Table, NDArray[np.intp]]:
    """The worth of every triplet of T1, and its best counterpart in T2.

    For triplets i of T1 and j of T2 with heads h and tails t, cosines clipped to 0..1::

        pair(i, j) = (w cos(i, j) + (1 - w) (cos(h_i, h_j) + cos(t_i, t_j)) / 2) (1 - g guarded)
        worth(i) = max_j pair(i, j) (1 - a apart(i))
        apart(i) = max(0, min(known(h_i), known(t_i)) - joined(h_i, t_i))

    ``known`` is the greatest cosine to any end of T2's triplets, ``joined`` the greatest over
    T2's triplets, either way round, of the lesser of the two ends' cosines.
    """
    pair = rules.sentence * tables.sentences + (1 - rules.sentence) * tables.ends
    pair = np.where(tables.guarded, pair * (1 - rules.guarded), pair)
    return pair.max(axis=1) * (1 - rules.apart * tables.apart), pair.argmax(axis=1)


def covered_triplets(
    first: Graph, second: Graph, cosine: PartCosines, rules: CoverageRules
) -> list[Covered]:
    """What becomes of every triplet of T1, in order; both graphs have triplets."""
    tables = pair_tables(first, second, cosine)
    values, best = worths(tables, rules)
    return [
        Covered(
            source=i,
            target=int(j),
            value=float(values[i]),
            reasons=tuple(
                f"{part}: {table[i, j]}" for part, table in tables.reasons.items() if table[i, j]
            ),
            apart=float(tables.apart[i]),
        )
        for i, j in enumerate(best)
    ]


def coverage(first: Graph, second: Graph, cosine: PartCosines, rules: CoverageRules) -> float:
    """The mean worth of T1's triplets, 0 to 1."""
    values = [covered.value for covered in covered_triplets(first, second, cosine, rules)]
    return sum(values) / len(values)


def _apart(head: Table, tail: Table, head_to_tail: Table, tail_to_head: Table) -> Table:
    known_head = np.maximum(head, head_to_tail).max(axis=1)
    known_tail = np.maximum(tail, tail_to_head).max(axis=1)
    joined = np.maximum(np.minimum(head, tail), np.minimum(head_to_tail, tail_to_head))
    apart: Table = np.clip(np.minimum(known_head, known_tail) - joined.max(axis=1), 0.0, 1.0)
    return apart
