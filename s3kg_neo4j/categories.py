"""The error classes of the triplet analysis unit, as pure rules (spec section 3).

The engine in the database applies the same rules in Cypher (``cypher/tau``); this module is
the memory engine's, and the oracle of that one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.alignment import PartCosines, label_guards
from s3kg_neo4j.graph import Graph, Label, columns
from s3kg_neo4j.matching import assign
from s3kg_neo4j.measure import TauRules


class Category(StrEnum):
    """What became of a triplet; pairs first, in the order in which they are made."""

    ALIGNED = "aligned"
    ROLE_REVERSAL = "role_reversal"
    RELATION_MISMATCH = "relation_mismatch"
    ENTITY_MISMATCH = "entity_mismatch"
    EXTRA = "extra"
    MISSING = "missing"


MISMATCHES = (
    Category.ROLE_REVERSAL,
    Category.RELATION_MISMATCH,
    Category.ENTITY_MISMATCH,
)


class InContext(StrEnum):
    """What the context says of an answer's triplet."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    ABSENT = "absent"


Mask = NDArray[np.bool_]

PASSIVE = " by"
"""How a relation in the passive ends."""


@dataclass(frozen=True, slots=True)
class TripletPair:
    """An answer triplet and a reference triplet with what relates them.

    Attributes:
        answer: Index of the answer's triplet.
        reference: Index of the reference's triplet.
        category: ALIGNED or one of the mismatches.
        detail: For an entity mismatch, which part is the wrong one: ``head`` or ``tail``.
        reason: Guards that keep parts apart, as ``tail: number``; "" where there are none.
        cosine: Of the serialised triplets.
    """

    answer: int
    reference: int
    category: Category
    detail: str
    reason: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Labelling:
    """One category for every triplet of both graphs."""

    pairs: tuple[TripletPair, ...]
    extra: tuple[int, ...]
    missing: tuple[int, ...]

    def counts(self) -> dict[str, int]:
        """Count by category; every category is present."""
        counts = dict.fromkeys(map(str, Category), 0)
        for pair in self.pairs:
            counts[pair.category] += 1
        counts[Category.EXTRA] = len(self.extra)
        counts[Category.MISSING] = len(self.missing)
        return counts


def classify_pairs(
    answer: Graph, reference: Graph, cosines: PartCosines, rules: TauRules
) -> list[TripletPair]:
    """Every pair of triplets that some category holds for, by (answer, reference)."""
    if not answer.edges or not reference.edges:
        return []
    parts = _Parts(answer, reference, cosines, rules)
    mismatch = [parts.role_reversal(), parts.relation_mismatch(), parts.entity_mismatch()]
    conditions = [*mismatch, parts.alike() & ~parts.guarded()]
    categories = [*MISMATCHES, Category.ALIGNED]
    if rules.mode == "sentence":
        conditions = [parts.alike(), *mismatch]
        categories = [Category.ALIGNED, *MISMATCHES]
    first = np.select(conditions, range(len(categories)), default=len(categories))
    return [
        TripletPair(
            answer=int(i),
            reference=int(j),
            category=categories[first[i, j]],
            detail=parts.wrong_end(i, j)
            if categories[first[i, j]] is Category.ENTITY_MISMATCH
            else "",
            reason=parts.reason(i, j),
            cosine=float(cosines.sentences[i, j]),
        )
        for i, j in np.argwhere(first < len(categories))
    ]


def candidate_pairs(
    answer: Graph, reference: Graph, cosines: PartCosines, rules: TauRules
) -> list[list[float]]:
    """Pairs of triplets that a category may hold for, with the cosines that decide it.

    Guards only ever take pairs away, so that what is left out here can have no category.

    Returns:
        [answer index, reference index, cosines of heads, tails, head to tail, tail to head,
        relations, sentences], by (answer, reference).
    """
    if not answer.edges or not reference.edges:
        return []
    heads, relations, tails = columns(answer.edges)
    others = columns(reference.edges)
    parts = [
        cosines.entities[np.ix_(heads, others[0])],
        cosines.entities[np.ix_(tails, others[2])],
        cosines.entities[np.ix_(heads, others[2])],
        cosines.entities[np.ix_(tails, others[0])],
        cosines.relations[np.ix_(relations, others[1])],
        cosines.sentences,
    ]
    head, tail, cross_head, cross_tail = (part >= rules.same for part in parts[:4])
    alike = cosines.sentences >= rules.theta
    possible = np.argwhere(head | tail | (cross_head & cross_tail) | alike)
    return [[int(i), int(j), *(float(part[i, j]) for part in parts)] for i, j in possible]


def label_triplets(
    answer: Graph, reference: Graph, cosines: PartCosines, rules: TauRules
) -> Labelling:
    """Make the pairs one-to-one and name what is left."""
    pairs = classify_pairs(answer, reference, cosines, rules)
    order = list(Category)
    if rules.assignment == "hungarian":
        pairs = keep_assigned(pairs, cosines)
    pairs.sort(key=lambda p: (order.index(p.category), -p.cosine, p.answer, p.reference))
    chosen: list[TripletPair] = []
    taken_answer: set[int] = set()
    taken_reference: set[int] = set()
    for pair in pairs:
        if pair.answer not in taken_answer and pair.reference not in taken_reference:
            chosen.append(pair)
            taken_answer.add(pair.answer)
            taken_reference.add(pair.reference)
    return Labelling(
        pairs=tuple(chosen),
        extra=tuple(i for i in range(len(answer.edges)) if i not in taken_answer),
        missing=tuple(j for j in range(len(reference.edges)) if j not in taken_reference),
    )


def keep_assigned(pairs: Sequence[TripletPair], cosines: PartCosines) -> list[TripletPair]:
    """All mismatches, and the aligned pairs that a maximum-weight assignment keeps."""
    weights = np.zeros_like(cosines.sentences)
    for pair in pairs:
        if pair.category is Category.ALIGNED:
            weights[pair.answer, pair.reference] = pair.cosine
    chosen = {(c.source, c.target) for c in assign(weights, lambda cosine: cosine > 0)}
    return [
        pair
        for pair in pairs
        if pair.category is not Category.ALIGNED or (pair.answer, pair.reference) in chosen
    ]


def in_context(
    answer: Graph, context: Graph, cosines: PartCosines, rules: TauRules
) -> list[InContext]:
    """What the context says of each answer triplet, by the same rules.

    Not one-to-one: several statements may rest on one sentence of the context. An aligned
    triplet supports whatever else there is; a mismatch contradicts.
    """
    said = [InContext.ABSENT] * len(answer.edges)
    for pair in classify_pairs(answer, context, cosines, rules):
        if pair.category is Category.ALIGNED:
            said[pair.answer] = InContext.SUPPORTED
        elif said[pair.answer] is InContext.ABSENT:
            said[pair.answer] = InContext.CONTRADICTED
    return said


class _Parts:
    """Head, relation and tail of every pair of triplets, as arrays (answer by reference)."""

    def __init__(
        self, answer: Graph, reference: Graph, cosines: PartCosines, rules: TauRules
    ) -> None:
        heads, relations, tails = columns(answer.edges)
        others = columns(reference.edges)
        entity_guards = label_guards(answer.entities, reference.entities)
        same = (cosines.entities >= rules.same) & (entity_guards == "")
        self._same_head = same[np.ix_(heads, others[0])]
        self._same_tail = same[np.ix_(tails, others[2])]
        self._crossed = same[np.ix_(heads, others[2])] & same[np.ix_(tails, others[0])]
        self._relation = cosines.relations[np.ix_(relations, others[1])]
        self._guards = {
            "head": entity_guards[np.ix_(heads, others[0])],
            "relation": label_guards(answer.relations, reference.relations)[
                np.ix_(relations, others[1])
            ],
            "tail": entity_guards[np.ix_(tails, others[2])],
        }
        self._relation_guarded = self._guards["relation"] != ""
        self._one_way = _one_way(answer, reference, rules)[np.ix_(relations, others[1])]
        self._sentences = cosines.sentences
        self._rules = rules

    def role_reversal(self) -> Mask:
        straight = self._same_head & self._same_tail
        mask: Mask = (
            self._crossed & ~straight & (self._relation >= self._rules.same) & self._one_way
        )
        return mask

    def relation_mismatch(self) -> Mask:
        unrelated = (self._relation < self._rules.related) | self._relation_guarded
        mask: Mask = self._same_head & self._same_tail & unrelated
        return mask

    def entity_mismatch(self) -> Mask:
        related = (self._relation >= self._rules.related) & ~self._relation_guarded
        mask: Mask = related & (self._same_head ^ self._same_tail)
        return mask

    def alike(self) -> Mask:
        mask: Mask = self._sentences >= self._rules.theta
        return mask

    def guarded(self) -> Mask:
        mask: Mask = np.logical_or.reduce([reasons != "" for reasons in self._guards.values()])
        return mask

    def wrong_end(self, i: int, j: int) -> str:
        return "tail" if self._same_head[i, j] else "head"

    def reason(self, i: int, j: int) -> str:
        named = [f"{part}: {guards[i, j]}" for part, guards in self._guards.items() if guards[i, j]]
        return ", ".join(named)


def _one_way(answer: Graph, reference: Graph, rules: TauRules) -> NDArray[np.bool_]:
    """Whether exchanging the ends of two relations changes what is said.

    It does not where one of them is symmetric, or exactly one is a passive ("host of" and
    "hosted by" are inverses).
    """

    def passive(labels: Sequence[Label]) -> NDArray[np.bool_]:
        return np.array([label.text.endswith(PASSIVE) for label in labels], dtype=bool)

    def symmetric(labels: Sequence[Label]) -> NDArray[np.bool_]:
        return np.array([label.text in rules.symmetric for label in labels], dtype=bool)

    inverse = np.logical_xor.outer(passive(answer.relations), passive(reference.relations))
    either = np.logical_or.outer(symmetric(answer.relations), symmetric(reference.relations))
    one_way: NDArray[np.bool_] = ~(inverse | either)
    return one_way
