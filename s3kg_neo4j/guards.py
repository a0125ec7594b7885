"""What keeps two labels apart whatever their cosine (spec sections 3 and 6).

Vectors of sentences put "1888" beside "1889", "causes" beside "does not cause" and "increases"
beside "decreases". A label's features are computed once, from its raw text, and stored with it;
whether two labels are guarded apart is then a comparison of lists, the same here and in Cypher.

English only. Guards only ever keep apart, so that where a label says both ("increase or
decrease") or a cue is not surely one, none is seen:

* A negation is a word such as "not", "no", "never", "without", "non-", "lack", "absence", "fails
  to", "symptom-free", or one whose listed counterpart it negates ("unaffected"). Two of them
  close together cancel out ("not without"), except as a list ("no pain, no fever").
* "not only", "or not", "no more than 5", "No. 5" and the NO of nitric oxide are none.
* Opposites are looked at word by word: "increases survival" and "reduces mortality" are kept
  apart, and so are "not safe" and "unsafe".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from s3kg_neo4j.opposites import Lexicon, Side, lexicon
from s3kg_neo4j.quantities import quantities
from s3kg_neo4j.text import is_word, spaced


@dataclass(frozen=True, slots=True)
class Features:
    """What a label says that a vector does not show.

    Attributes:
        quantities: Numbers, dates and measurements in one spelling, sorted, with repeats.
        negated: Whether the label is negated.
        words: Sides of pairs of opposites that its words stand on, sorted.
        opposites: The sides that oppose them, sorted.
    """

    quantities: tuple[str, ...] = ()
    negated: bool = False
    words: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()


def guard(a: Features, b: Features) -> str | None:
    """Why two labels must not be taken for the same: the first reason, None if there is none.

    Returns:
        "number" where both have quantities, and other ones; "negation" where one is negated;
        "opposite" where a word of one opposes a word of the other.
    """
    if a.quantities and b.quantities and a.quantities != b.quantities:
        return "number"
    if a.negated != b.negated:
        return "negation"
    if any(word in b.opposites for word in a.words):
        return "opposite"
    return None


def features(names: Sequence[str] | str, known: Lexicon | None = None) -> Features:
    """The features of a label.

    Args:
        names: Its raw text, or all raw texts of one label. Those differ in case, spacing and
            inflection only, and one speaks for all: the first in alphabetical order, so that
            the order of the texts does not matter.
        known: The opposites to look for; the project's list where None.
    """
    text = names if isinstance(names, str) else min(names, default="")
    return _features(text, known or lexicon())


@lru_cache(maxsize=1 << 18)
def _features(text: str, known: Lexicon) -> Features:
    tokens = _tokens(text, known)
    standing = _standing(tokens)
    # a label that says both sides opposes neither
    clear = {name: side for name, side in standing.items() if side.others.isdisjoint(standing)}
    return Features(
        quantities=quantities(text),
        negated=_is_negated(tokens),
        words=tuple(sorted(clear)),
        opposites=tuple(sorted({other for side in clear.values() for other in side.others})),
    )


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, number or mark of a label; ``cue`` if it negates, where nothing forbids it."""

    word: str
    cue: bool = False
    sides: tuple[Side, ...] = ()


def _standing(tokens: Sequence[_Token]) -> dict[str, Side]:
    """The sides that a label stands on."""
    words = [token.word for token in tokens]
    standing: dict[str, Side] = {}
    for index, token in enumerate(tokens):
        for side in token.sides:
            found = _as_role(side, words, index) if side.role else (side,)
            standing |= {each.name: each for each in found}
    return standing


def _as_role(side: Side, words: Sequence[str], index: int) -> tuple[Side, ...]:
    """What a role says in its place: "host of" and "has host" are each other's inverse.

    Elsewhere ("use as host", "find host in", "host" as a verb) who is whose is not said.
    """
    if len(words) == 1:
        return (side.alone(),)
    if index + 1 == len(words):
        return side.turned() if words[0] in _HAS else ()
    return (side,) if words[index + 1] in _OF and _AS not in words[:index] else ()


_TOKEN = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|\d+|[,;↑↓]|[<>≤≥](?= ?\.?\d)")
_FOLDED = str.maketrans("’\u2010\u2011", "'--")
_SIGNS = {"↑": "increase", "↓": "decrease", "<": "less", "≤": "less", ">": "more", "≥": "more"}

_CUE_WORDS = (
    "no not non never without neither nor none nothing nobody nowhere cannot hardly scarcely lack "
    "lacks lacked lacking absence absent devoid fail fails failed failing failure free aint arent "
    "cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt wasnt werent wont wouldnt"
)
_CUES = frozenset(_CUE_WORDS.split())
_FAILS = frozenset(["fail", "fails", "failed", "failing", "failure"])
_SEPARATORS = frozenset([",", ";", "and", "or", "but", "nor"])
_NOT_ONLY = frozenset(["only", "just", "merely", "simply", "solely", "exclusively", "limited"])
_LIMITS = frozenset(["more", "less", "fewer", "later", "earlier", "sooner", "greater"])
_HAS = frozenset(["has", "have", "had", "use", "uses", "used"])
"""At the beginning of a label that ends with a role: who has a parent is a child of someone."""
_OF = frozenset(["of", "to", "for"])
_AS = "as"
_NON = "non"
_NOT_NON = frozenset(
    ["nonsense", "nonetheless", "nonchalant", "nonplus", "nonplussed", "nonpareil"]
)
_REACH = 2
"""Most words between two negations that cancel out."""


def _tokens(text: str, known: Lexicon) -> list[_Token]:
    shown = spaced(text)
    if not shown.isascii():
        shown = shown.translate(_FOLDED)
    tokens: list[_Token] = []
    for found in _TOKEN.findall(shown):
        if found == "NO" and not shown.isupper():
            tokens.append(_Token(found))
        else:
            tokens += _parse(found, known)
    return tokens


@lru_cache(maxsize=1 << 17)
def _parse(found: str, known: Lexicon) -> tuple[_Token, ...]:
    """The token, or those of a compound's parts."""
    word = found.casefold().removesuffix("'s")
    if word in _SIGNS:
        return (_Token(word, sides=known.sides(_SIGNS[word])),)
    if not word[0].isalpha():
        return (_Token(word),)
    if "-" not in word:
        return (_Token(word, cue=_negates(word, known), sides=known.sides(word)),)
    parts = word.split("-")
    tokens: list[_Token] = []
    while parts:
        part = parts.pop(0)
        if parts and known.is_beginning(part) and len(parts[0]) > 3:
            joined = part + parts.pop(0)
            found_sides = known.sides(joined, hyphen=True)
            tokens.append(_Token(joined, cue=_negates(joined, known), sides=found_sides))
        else:
            without = part == "free" and bool(tokens) and not parts  # "symptom-free"
            name = "-free" if without else part
            cue = without or _negates(part, known)
            tokens.append(_Token(name, cue=cue, sides=known.sides(part)))
    return tuple(tokens)


def _negates(word: str, known: Lexicon) -> bool:
    if word in _CUES or word.endswith("n't") or known.says_not(word):
        return True
    rest = word.removeprefix(_NON)
    return rest != word and len(rest) > 3 and word not in _NOT_NON and is_word(rest)


def _is_negated(tokens: Sequence[_Token]) -> bool:
    if not any(token.cue for token in tokens):
        return False
    words = [token.word for token in tokens]
    standing = 0  # negations that nothing has cancelled
    last: int | None = None
    for index, token in enumerate(tokens):
        if not token.cue or _is_idle(words, index) or (token.word == "nor" and standing):
            continue
        if last is not None and _cancels(words, last, index):
            standing -= 1
            last = None
        else:
            standing += 1
            last = index
    return standing > 0


def _cancels(words: Sequence[str], first: int, second: int) -> bool:
    between = words[first + 1 : second]
    near = len(between) <= _REACH and _SEPARATORS.isdisjoint(between)
    return near and words[first] != words[second]


def _is_idle(words: Sequence[str], index: int) -> bool:
    """Whether what could negate does not in this place."""
    word = words[index]
    before = words[index - 1] if index else ""
    after, next_but_one, third = [*words[index + 1 : index + 4], "", "", ""][:3]
    if word in _FAILS:
        return after != "to"
    if word == "free":
        return after not in ("of", "from")
    if word not in ("no", "not"):
        return False
    limit = after in _LIMITS and next_but_one == "than" and third.isdecimal()
    return (
        limit
        or (word == "not" and (after in _NOT_ONLY or before == "or"))
        or (word == "no" and (after in ("doubt", "matter") or after.isdecimal()))
    )
