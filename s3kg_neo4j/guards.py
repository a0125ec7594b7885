"""What keeps two labels apart whatever their cosine: numbers, negation, opposite words.

Everything that decides is a plain feature of one label, so that the twin of ``guard`` in
``cypher/tau/classify_pairs.cypher`` compares the same features on nodes.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from s3kg_neo4j.quantities import quantities
from s3kg_neo4j.text import Normaliser, visible

REMEMBERED = 1 << 18

_WORD = re.compile(r"[^\W_]+(?:['’]t)?|[^\W_]+")
_NEGATIVE = frozenset(
    "not no never without neither nor none cannot non nothing nobody nowhere cant wont dont "
    "doesnt didnt isnt arent wasnt werent hasnt havent hadnt couldnt shouldnt wouldnt".split()
)
_NUMBERED = re.compile(r"\bno\.\s*\d", re.IGNORECASE)
_NOT_ONLY = re.compile(r"\bnot\s+only\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Features:
    """What a label's raw text gives a guard to compare.

    Attributes:
        quantities: Numbers, dates and measurements, canonical and sorted.
        negated: Whether it is denied; two negations cancel out.
        words: Lemmas that have an opposite.
        opposites: Lemmas that are opposite to one of them.
    """

    quantities: tuple[str, ...]
    negated: bool
    words: tuple[str, ...]
    opposites: tuple[str, ...]


@lru_cache(REMEMBERED)
def features(text: str) -> Features:
    """Features of a label's raw text."""
    shown = visible(text).replace("_", " ")
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(shown)]
    table = _opposites()
    own = sorted({form for word in words for form in (_lemma(word),) if form in table})
    return Features(
        quantities=quantities(text),
        negated=_negations(shown, words) % 2 == 1,
        words=tuple(own),
        opposites=tuple(sorted({other for word in own for other in table[word]})),
    )


def guard(first: Features, second: Features) -> str | None:
    """Why two labels must not be taken for the same: ``number``, ``negation``, ``opposite``.

    Symmetric. A number in one label only says nothing: "24 patients" may be "patients".
    """
    numbers = first.quantities, second.quantities
    if all(numbers) and numbers[0] != numbers[1]:
        return "number"
    if first.negated != second.negated:
        return "negation"
    if any(word in second.opposites for word in first.words):
        return "opposite"
    return None


def _negations(text: str, words: list[str]) -> int:
    denied = sum(word in _NEGATIVE or word.endswith("n't") for word in words)
    return denied - len(_NUMBERED.findall(text)) - len(_NOT_ONLY.findall(text))


@lru_cache(REMEMBERED)
def _lemma(word: str) -> str:
    """Lemma of a word that is in no other form in the list of opposites."""
    return word if word in _opposites() else _normaliser()(word)


@cache
def _normaliser() -> Normaliser:
    return Normaliser()


@cache
def _opposites() -> dict[str, frozenset[str]]:
    """Each word of the list with the words opposite to it; symmetric."""
    table: dict[str, set[str]] = {}
    for line in (Path(__file__).parent / "opposites.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            one, two = line.split()
            table.setdefault(one, set()).add(two)
            table.setdefault(two, set()).add(one)
    return {word: frozenset(others) for word, others in table.items()}
