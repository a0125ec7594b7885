"""Which words oppose which: the pairs of ``opposites.txt``, found in inflected forms too."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from s3kg_neo4j.text import base_form, is_word, lemma

_SHORTEST_REST = 4
"""Letters that a word must have after a listed beginning."""
_ROLE = "{} of"
"""Name of a side of roles, which no word of the file can have."""
_PARTICIPLE_OR_ADJECTIVE = ("ed", "able", "ible", "ful", "al")
_REVERSING = re.compile(
    "un(?:button|cover|dress|earth|fold|leash|load|lock|mask|pack|plug|ravel|screw|seat|veil|wrap)"
)
"""Verbs that undo something, where most in un- deny it."""
_PAIR = re.compile(r" (~|><|\|) ")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair that a word stands on.

    Attributes:
        name: The side's first word.
        others: Names of the sides that oppose it.
        role: Whether the pair is one of roles, which "has" before it turns round.
    """

    name: str
    others: frozenset[str]
    role: bool = False

    def alone(self) -> "Side":
        """Where a role is the whole label: it opposes roles that are that, too."""
        return Side(f"{self.name} alone", frozenset(f"{other} alone" for other in self.others))

    def turned(self) -> "tuple[Side, ...]":
        """Where a role stands after "has": who has a parent is a child of someone."""
        return tuple(Side(other, frozenset([self.name])) for other in self.others)


@dataclass(slots=True)
class _Pairs:
    """The file: names of the sides of each word, and what opposes each side."""

    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    roles: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    negations: set[str] = field(default_factory=set)
    prefixes: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    suffixes: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, side: Sequence[str], other: Sequence[str], kind: str) -> None:
        """Let the words of one side oppose those of the other."""
        if side[0].endswith("-"):
            for prefix in side:
                self.prefixes[prefix[:-1]].update(opposed[:-1] for opposed in other)
        elif side[0].startswith("-"):
            for suffix in side:
                self.suffixes[suffix[1:]].update(opposed[1:] for opposed in other)
        else:
            naming = _ROLE if kind == "><" else "{}"
            name = naming.format(side[0])
            self.others[name].add(naming.format(other[0]))
            for word in side:
                (self.roles if kind == "><" else self.words)[word].append(name)


@cache
def _pairs() -> _Pairs:
    """The file, read once."""
    pairs = _Pairs()
    text = files("s3kg_neo4j").joinpath("opposites.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        first, kind, second = _PAIR.split(line)
        left, right = first.split(), second.split()
        if kind == "~":
            pairs.negations.update(right)
        else:
            pairs.add(left, right, kind)
            pairs.add(right, left, kind)
    return pairs


@lru_cache(maxsize=1 << 17)
def sides(word: str, hyphen: bool = False) -> tuple[Side, ...]:
    """The sides that a lower-case word stands on, in any pair.

    Args:
        word: One word; a compound without its hyphen.
        hyphen: Whether there was one, so that a listed beginning surely is one.
    """
    pairs = _pairs()
    found = next((pairs.words[form] for form in _forms(word) if form in pairs.words), [])
    singular = word if word in pairs.roles else word.removesuffix("s")
    roles = pairs.roles.get(singular, [])
    return (
        *(Side(name, frozenset(pairs.others[name])) for name in dict.fromkeys(found)),
        *(Side(name, frozenset(pairs.others[name]), role=True) for name in dict.fromkeys(roles)),
        *_by_affix(word, hyphen, pairs),
    )


def _by_affix(word: str, hyphen: bool, pairs: _Pairs) -> list[Side]:
    """Sides named with their affix set apart, "hyper-tension", unlike any word of the file."""
    found: list[Side] = []
    if not word.startswith(tuple(pairs.prefixes)) and not word.endswith(tuple(pairs.suffixes)):
        return found
    for prefix, others in pairs.prefixes.items():
        rest = word.removeprefix(prefix)
        if rest != word and len(rest) >= _SHORTEST_REST:
            rest = lemma(rest).replace("ae", "e")  # glycaemia, glycemia
            if hyphen or any(is_word(other + rest) for other in others):
                opposed = frozenset(f"{other}-{rest}" for other in others)
                found.append(Side(f"{prefix}-{rest}", opposed))
    for suffix, others in pairs.suffixes.items():
        stem = word.removesuffix(suffix)
        if stem not in ("", word) and any(is_word(stem + other) for other in others):
            opposed = frozenset(f"{stem}-{other}" for other in others)
            found.append(Side(f"{stem}-{suffix}", opposed))
    return found


def is_beginning(part: str) -> bool:
    """Whether the part of a compound before a hyphen is a listed beginning ("pre-")."""
    return part in _pairs().prefixes


@lru_cache(maxsize=1 << 17)
def says_not(word: str) -> bool:
    """Whether a lower-case word is another one with "not": unaffected, insignificant."""
    pairs = _pairs()
    if any(form in pairs.negations for form in _forms(word)):
        return True
    rest = word.removeprefix("un")
    regular = rest != word and word.endswith(_PARTICIPLE_OR_ADJECTIVE) and is_word(rest)
    reverses = _REVERSING.fullmatch(base_form(word))
    return regular and not reverses and word not in pairs.words


def _forms(word: str) -> tuple[str, str]:
    """The word and what it is a form of, the positive of a comparative too."""
    return word, base_form(word)
