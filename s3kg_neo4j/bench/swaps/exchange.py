"""Facts exchanged within a passage: two names, two numbers or two relations change places.

The words stay the same, so that no measure that only counts words can see what happened.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

Perturbation = Literal["entity", "number", "relation"]

_NAME = re.compile(r"(?<![\w.-])[A-Z][\w'’-]*(?: (?:of |the |de |von |van )?[A-Z][\w'’-]*)*")
_YEAR = re.compile(r"(?<![\w.,-])(?:1[0-9]|20)\d\d(?![\w-]|[.,]\d)")
_NUMBER = re.compile(r"(?<![\w.,-])\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\w-]|[.,]\d)")
_WAS = re.compile(r"\b(?:was|were|is|are|been) (\w+(?:ed|en|nt|ld|lt|pt|ft|de|un|rn|ght|wn))\b")
_DID = re.compile(r"\b(?:he|she|it|they|who|which|that|[A-Z]\w+) (\w+ed|won|wrote|led|built|met)\b")

_NO_NAMES = frozenset(
    """
    The A An In On At By He She It They We I His Her Its Their This That These Those There Since
    From When While After Before During For As If And But Or However Although Some Many Most Other
    Another One Two Three First Second Because Until According Today Then Under With Both Each All
    January February March April May June July August September October November December Monday
    Tuesday Wednesday Thursday Friday Saturday Sunday
    """.split()  # noqa: SIM905  a list of words reads better without quotes
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """What changed places.

    Attributes:
        text: The passage afterwards.
        kind: What was exchanged.
        first: What stood first.
        second: What stood second.
    """

    text: str
    kind: Perturbation
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class _Place:
    sentence: int
    start: int
    end: int
    word: str
    group: str


def exchange(sentences: Sequence[str], kind: Perturbation, draw: random.Random) -> Exchange | None:
    """Exchange two things of one kind that stand in different sentences.

    Neither sentence may hold the other's: in "Paris and Rome" an exchange changes nothing, and
    what both sentences say of both could stay true.

    Returns:
        The exchange; None where the passage has no two such things.
    """
    places = [
        place for number, text in enumerate(sentences) for place in _places(number, text, kind)
    ]
    fitting = [
        (one, two)
        for one, two in combinations(places, 2)
        if one.sentence != two.sentence
        and one.group == two.group
        and _apart(one, sentences[two.sentence])
        and _apart(two, sentences[one.sentence])
    ]
    if not fitting:
        return None
    one, two = draw.choice(fitting)
    made = list(sentences)
    made[one.sentence] = _put(made[one.sentence], one, two.word)
    made[two.sentence] = _put(made[two.sentence], two, one.word)
    return Exchange(" ".join(made), kind, one.word, two.word)


def _put(sentence: str, place: _Place, word: str) -> str:
    return sentence[: place.start] + word + sentence[place.end :]


def _apart(place: _Place, other: str) -> bool:
    """Whether the other sentence does not speak of it, in full or in part."""
    words = {word.casefold() for word in re.findall(r"\w+", other)}
    return not any(word.casefold() in words for word in re.findall(r"\w+", place.word))


def _places(number: int, text: str, kind: Perturbation) -> Iterator[_Place]:
    if kind == "entity":
        for match in _NAME.finditer(text):
            # What begins a sentence may be any word.
            if match.start() > 0 and not _NO_NAMES & set(match[0].split()):
                yield _Place(number, match.start(), match.end(), match[0], "name")
    elif kind == "number":
        years = [match.span() for match in _YEAR.finditer(text)]
        for match in _YEAR.finditer(text):
            yield _Place(number, *match.span(), match[0], "year")
        for match in _NUMBER.finditer(text):
            if match.span() not in years:
                yield _Place(number, *match.span(), match[0], "number")
    else:
        for pattern, group in ((_WAS, "was"), (_DID, "did")):
            for match in pattern.finditer(text):
                yield _Place(number, *match.span(1), match[1], group)
