"""Pairs from passages, each passage once with label 1 and once with label 0.

Label 1 is a paraphrase. Label 0 is *the same paraphrase* with two facts exchanged: against the
passage it has the same words as the paraphrase, so that bags of words are at chance by
construction, and what is left to see is who did what, when and to whom.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from s3kg_neo4j.bench.swaps.exchange import Exchange, Perturbation, exchange
from s3kg_neo4j.bench.swaps.paraphrase import FEWEST_CHANGES, paraphrase, sentences
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord

KINDS: tuple[Perturbation, ...] = ("entity", "number", "relation")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text under a name."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class SwapPair:
    """A pair of the set.

    Attributes:
        id: The passage's, with what was done.
        first: The passage.
        second: Its paraphrase, or that with two facts exchanged.
        label: 1 where both say the same.
        perturbation: paraphrase, entity, number or relation.
        detail: What changed places, or how many words were replaced.
    """

    id: str
    first: str
    second: str
    label: int
    perturbation: str
    detail: str

    def record(self) -> dict[str, Any]:
        """A line of the set; its graphs are for an extractor to make (``s3kg extract``)."""
        return {
            "id": self.id,
            "text_1": self.first,
            "text_2": self.second,
            "kg_1": None,
            "kg_2": None,
            "label": self.label,
            "perturbation": self.perturbation,
            "detail": self.detail,
        }


def make_pairs(passages: Iterable[Passage], seed: int) -> Iterator[SwapPair]:
    """Two pairs a passage; none of one that has too little to replace or to exchange.

    Kinds of exchange take turns, as far as passages allow; the draw of a passage depends on the
    seed and its id alone.
    """
    counts = dict.fromkeys(KINDS, 0)
    for passage in passages:
        said, changed = paraphrase(passage.text)
        if changed < FEWEST_CHANGES:
            continue
        draw = random.Random(f"{seed}/{passage.id}")  # noqa: S311  no secret
        rarest_first = sorted(KINDS, key=lambda kind: counts[kind])
        found = _first_exchange(sentences(said), rarest_first, draw)
        if found is None:
            continue
        counts[found.kind] += 1
        first = " ".join(passage.text.split())
        yield SwapPair(
            f"{passage.id}-paraphrase", first, said, 1, "paraphrase", f"{changed} words replaced"
        )
        yield SwapPair(
            f"{passage.id}-{found.kind}",
            first,
            found.text,
            0,
            found.kind,
            f"{found.first} / {found.second}",
        )


def _first_exchange(
    parts: Sequence[str], kinds: Sequence[Perturbation], draw: random.Random
) -> Exchange | None:
    return next((found for kind in kinds if (found := exchange(parts, kind, draw))), None)


def read_passages(path: Path) -> tuple[list[Passage], list[str]]:
    """Passages of a file of JSON lines with ``context`` or ``text``, and ``row`` or ``id``.

    Returns:
        The passages, and one line for each record that has none.

    Raises:
        InputError: There is no passage in the file.
    """
    from loaders.json_text import read_json_lines  # noqa: PLC0415  loaders import the model

    found: list[Passage] = []
    bad: list[str] = []
    for item in read_json_lines(path):
        if isinstance(item, BadRecord):
            bad.append(str(item))
            continue
        place, record = item
        text = record.get("context") or record.get("text")
        name = record.get("row", record.get("id", place))
        if isinstance(text, str) and text.strip():
            found.append(Passage(str(name), text))
        else:
            bad.append(f"{path.name}: {place}: context: expected a text; correct the record")
    if not found:
        raise InputError(
            f"{path}: expected lines with context (or text), found none; correct the file"
        )
    return found, bad
