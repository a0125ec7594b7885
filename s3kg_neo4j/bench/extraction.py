"""Extractors against gold triplets: precision, recall, F1, three ways, and triplets a second.

Partial agreement follows the WebNLG 2020 challenge in spirit: parts are compared by their words,
and the triplets of a text are paired one to one so that the sum is greatest.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.embed import Embedder, cosines
from s3kg_neo4j.extract import Extractor
from s3kg_neo4j.model import BadRecord, Question, Source, TextPair, Triplet
from s3kg_neo4j.text import Normaliser

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"\w+")

Table = NDArray[np.float64]
Likeness = Callable[[Sequence[Triplet], Sequence[Triplet]], Table]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How an extractor's triplets agree with gold ones, summed over texts.

    Attributes:
        way: ``exact``, ``partial`` or ``embedding``.
        precision: Sum of the pairs' likeness over the triplets found.
        recall: The same over the gold triplets.
    """

    way: str
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Extracted:
    """What an extractor did with the texts of a file.

    Attributes:
        texts: Texts read.
        gold: Gold triplets of these.
        found: Triplets extracted.
        seconds: Of extraction, the model loaded and warm.
        agreements: One a way.
    """

    texts: int
    gold: int
    found: int
    seconds: float
    agreements: tuple[Agreement, ...]


def labelled_sources(records: Iterable[Question | TextPair | BadRecord]) -> Iterator[Source]:
    """Every source that has both a text and triplets, each text once."""
    seen: set[str] = set()
    for record in records:
        if isinstance(record, BadRecord):
            continue
        sources: list[Source | None] = (
            [record.source_1, record.source_2]
            if isinstance(record, TextPair)
            else [record.gold, record.context, *(a.source for a in record.answers)]
        )
        for source in sources:
            if source and source.triplets and source.text.strip() and source.text not in seen:
                seen.add(source.text)
                yield source


def measure_extractor(
    extractor: Extractor, sources: Sequence[Source], embedder: Embedder
) -> Extracted:
    """Extract every source's text and compare with its triplets."""
    list(extractor.extract(["The first text loads the model."]))
    start = time.perf_counter()
    found = [made.triplets for made in extractor.extract([source.text for source in sources])]
    seconds = time.perf_counter() - start
    gold = [source.triplets or () for source in sources]
    ways: dict[str, Likeness] = {
        "exact": _exact,
        "partial": _partial,
        "embedding": _by_embedding(embedder),
    }
    count, true = sum(map(len, found)), sum(map(len, gold))
    agreements = []
    for way, likeness in ways.items():
        total = sum(best_pairs(likeness(f, g)) for f, g in zip(found, gold, strict=True) if f and g)
        agreements.append(
            Agreement(way, total / count if count else 0.0, total / true if true else 0.0)
        )
    return Extracted(len(sources), true, count, seconds, tuple(agreements))


def best_pairs(likeness: Table) -> float:
    """The greatest sum of likeness over one-to-one pairs."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(likeness, maximize=True)
    return float(likeness[rows, columns].sum())


def _exact(found: Sequence[Triplet], gold: Sequence[Triplet]) -> Table:
    normalise = Normaliser()

    def keys(triplets: Sequence[Triplet]) -> list[tuple[str, ...]]:
        return [tuple(map(normalise, (t.head, t.relation, t.tail))) for t in triplets]

    return np.array([[float(a == b) for b in keys(gold)] for a in keys(found)])


def _partial(found: Sequence[Triplet], gold: Sequence[Triplet]) -> Table:
    """Mean over head, relation and tail of the words' F1."""
    normalise = Normaliser()

    def words(triplets: Sequence[Triplet]) -> list[list[set[str]]]:
        return [
            [set(_WORD.findall(normalise(_CAMEL.sub(" ", part)))) for part in parts]
            for parts in ((t.head, t.relation, t.tail) for t in triplets)
        ]

    one, two = words(found), words(gold)
    return np.array(
        [[sum(_overlap(p, q) for p, q in zip(a, b, strict=True)) / 3 for b in two] for a in one]
    )


def _overlap(one: set[str], two: set[str]) -> float:
    total = len(one) + len(two)
    return 2 * len(one & two) / total if total else 0.0


def _by_embedding(embedder: Embedder) -> Likeness:
    normalise = Normaliser()

    def texts(triplets: Sequence[Triplet]) -> list[str]:
        return [normalise(_CAMEL.sub(" ", f"{t.head} {t.relation} {t.tail}")) for t in triplets]

    def likeness(found: Sequence[Triplet], gold: Sequence[Triplet]) -> Table:
        one, two = texts(found), texts(gold)
        vectors = embedder.embed([*one, *two])
        return np.clip(cosines(vectors.matrix(one), vectors.matrix(two)), 0.0, 1.0)

    return likeness
