"""Which words oppose which: the pairs of ``opposites.txt``, found in any inflected form."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from s3kg_neo4j.text import base_form, is_word, lemma

_SHORTEST_REST = 4
"""Letters that a word must have beside a listed beginning or ending."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair that a word stands on.

    Attributes:
        name: The side's first word.
        others: Names of the sides that oppose it.
    """

    name: str
    others: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Pairs:
    sides: dict[str, tuple[Side, ...]]
    negations: frozenset[str]
    prefixes: dict[str, set[str]]
    suffixes: dict[str, set[str]]


@cache
def _pairs() -> _Pairs:
    """The file, read once."""
    words: dict[str, list[str]] = defaultdict(list)
    others: dict[str, set[str]] = defaultdict(set)
    negations: set[str] = set()
    prefixes: dict[str, set[str]] = defaultdict(set)
    suffixes: dict[str, set[str]] = defaultdict(set)
    text = files("s3kg_neo4j").joinpath("opposites.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if "~" in line:
            negations.update(line.partition("~")[2].split())
            continue
        left, right = (side.split() for side in line.split("|"))
        for one, two in [(left, right), (right, left)]:
            if one[0].endswith("-"):
                for prefix in one:
                    prefixes[prefix[:-1]].update(other[:-1] for other in two)
            elif one[0].startswith("-"):
                for suffix in one:
                    suffixes[suffix[1:]].update(other[1:] for other in two)
            else:
                others[one[0]].add(two[0])
                for word in one:
                    words[word].append(one[0])
    sides = {
        word: tuple(Side(name, frozenset(others[name])) for name in dict.fromkeys(names))
        for word, names in words.items()
    }
    return _Pairs(sides, frozenset(negations), dict(prefixes), dict(suffixes))


@lru_cache(maxsize=1 << 17)
def sides(word: str, hyphen: bool = False) -> tuple[Side, ...]:
    """The sides that a lower-case word stands on, in any pair.

    Args:
        word: One word; a compound without its hyphen.
        hyphen: Whether there was one, so that a listed beginning surely is one.
    """
    pairs = _pairs()
    found = next((pairs.sides[form] for form in _forms(word) if form in pairs.sides), ())
    return found + _by_affix(word, hyphen, pairs)


def _by_affix(word: str, hyphen: bool, pairs: _Pairs) -> tuple[Side, ...]:
    """Sides named with their affix set apart, "hyper-tension", unlike any word of the file."""
    found: list[Side] = []
    if not word.startswith(tuple(pairs.prefixes)) and not word.endswith(tuple(pairs.suffixes)):
        return ()
    for prefix, others in pairs.prefixes.items():
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) >= _SHORTEST_REST:
            rest = lemma(rest)
            if hyphen or any(is_word(other + rest) for other in others):
                opposed = frozenset(f"{other}-{rest}" for other in others)
                found.append(Side(f"{prefix}-{rest}", opposed))
    for suffix, others in pairs.suffixes.items():
        stem = word.removesuffix(suffix)
        if stem not in ("", word) and any(is_word(stem + other) for other in others):
            opposed = frozenset(f"{stem}-{other}" for other in others)
            found.append(Side(f"{stem}-{suffix}", opposed))
    return tuple(found)


def is_beginning(part: str) -> bool:
    """Whether the part of a compound before a hyphen is a listed beginning ("pre-")."""
    return part in _pairs().prefixes


@lru_cache(maxsize=1 << 17)
def says_not(word: str) -> bool:
    """Whether a lower-case word is another one with "not": unaffected, insignificant."""
    return any(form in _pairs().negations for form in _forms(word))


def _forms(word: str) -> tuple[str, str, str]:
    """The word and what it may be a form of, the most cautious guess first."""
    return word, lemma(word), base_form(word)
