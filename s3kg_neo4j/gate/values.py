"""Names, relations, literals and days as the database compares them."""

import calendar
import re
from dataclasses import dataclass
from functools import lru_cache

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.extract.pronouns import PRONOUNS
from s3kg_neo4j.guards import features
from s3kg_neo4j.quantities import dissect
from s3kg_neo4j.text import Normaliser

FIRST_DAY, LAST_DAY = "0000-00-00", "9999-99-99"
"""Open ends of a period: before and after every day."""

_DAY = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?:T.*)?$")
_YEAR = re.compile(r"[12]\d{3}")
_NUMBER = re.compile(r"(?P<number>-?\d+(?:\.\d+)?)(?: (?P<unit>\D.*))?")
_BARE = re.compile(r"-?\d+(?:\.\d+)?")
_COUNTED = re.compile(r"\s+(?P<noun>[a-z]+)\s*")
_WORDS_BESIDE = (
    "a about and approximately around at between by c ca circa from in of on or roughly some the "
    "to $ £ € ¥ rs ~ ≈ -"
)
_BESIDE = frozenset(_WORDS_BESIDE.split())
"""Words that leave a value what it is."""

_NOT = r"(?:not|never)"
_NEGATING = re.compile(
    rf"\b(?:do|does|did)(?:\s+{_NOT}|n't)\b|(?<=\bcan)(?:\s+{_NOT}|not|'t)\b|\s*\b{_NOT}\b|(?<!\bca)n't\b",
    re.IGNORECASE,
)
_COPULA = re.compile(r"(?:is|are|was|were|be|been) (?=\S)")
"""What a relation means the same without: the time is asked for by periods, not by tenses."""
_ARTICLE = re.compile(r"\Athe (?=\S)", re.IGNORECASE)
_TIME_OF_DAY = re.compile(r"(?<=\d{4}-\d\d-\d\d)T\d\S*")

_normalise = Normaliser()


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is no entity.

    A value has a first and a last day where it is a date, a least and a greatest number where it
    is a number or a range, both where it is a year, and neither where it is any other text.

    Attributes:
        text: Numbers and dates in one spelling, before normalised words.
        low: Least number, in the base unit.
        high: Greatest number, in the base unit.
        unit: Base unit of the numbers, or the one word that says what they count.
        first: First day, as 2019-05-01.
        last: Last day.
    """

    text: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    first: str | None = None
    last: str | None = None


@lru_cache(maxsize=1 << 16)
def name_key(text: str) -> str:
    """A name as it is looked up: an exact match after normalising, whether "the" leads or not."""
    return _ARTICLE.sub("", _normalise(text))


def is_pronoun(text: str) -> bool:
    """Whether a name names nothing outside its own text; "IT" is one that does."""
    return text.strip().lower() in PRONOUNS and not text.isupper()


@lru_cache(maxsize=1 << 14)
def relation_key(text: str) -> tuple[str, bool]:
    """A relation's name without its negation and leading copula, and whether it was negated."""
    spaced = text.replace("_", " ")
    plain = _NEGATING.sub(" ", spaced).strip()
    negated = bool(plain) and plain != spaced.strip() and features(text).negated
    return _COPULA.sub("", _normalise(plain if negated else text), count=1), negated


@lru_cache(maxsize=1 << 16)
def literal(text: str, unit: str = "") -> Literal:
    """A text as a value: "1,000 m" and "1 km" are one, "10 mg" and "10 g" are not.

    Only a text that is nothing but a value is one: "Apollo 11" is a name.

    Args:
        text: As it was given.
        unit: What a bare number counts.
    """
    found, besides = dissect(_TIME_OF_DAY.sub("", text))
    plain = " ".join(found)
    counted = _COUNTED.fullmatch(besides) if len(found) == 1 else None
    noun = name_key(counted["noun"]) if counted and counted["noun"] not in _BESIDE else ""
    if not found or (not noun and not _BESIDE.issuperset(besides.lower().split())):
        return Literal(" ".join([*found, name_key(besides)]).strip())
    if unit and not noun and all(map(_BARE.fullmatch, found)):
        return literal(f"{text} {unit}")
    days = [_DAY.fullmatch(part) and _YEAR.match(part) for part in found]
    if all(days) and not noun and len(found) <= 2:
        first, last = min(found), max(found)
        years = all(map(_YEAR.fullmatch, found))
        low, high = (float(first), float(last)) if years else (None, None)
        try:
            return Literal(plain, low, high, "", *period(first, last))
        except UsageError:  # no day of the calendar
            return Literal(plain)
    plain = f"{plain} {noun}".rstrip()
    numbers = [match for match in map(_NUMBER.fullmatch, found) if match]
    units = {match["unit"] or noun for match in numbers}
    if len(numbers) != len(found) or len(units) > 1 or len(found) > 2:
        return Literal(plain)
    figures = sorted(float(match["number"]) for match in numbers)
    return Literal(plain, figures[0], figures[-1], *units)


def period(valid_from: str, valid_to: str) -> tuple[str, str]:
    """First and last day of a period; a year or a month stands for all its days.

    Raises:
        UsageError: A date is none, or the end comes before the beginning.
    """
    first = _day(valid_from, last=False) if valid_from else FIRST_DAY
    last = _day(valid_to, last=True) if valid_to else LAST_DAY
    if last < first:
        raise UsageError(f"period: expected the end after the beginning, got {first} to {last}")
    return first, last


def _day(text: str, *, last: bool) -> str:
    found = _DAY.match(text.strip())
    if found is None:
        raise UsageError(f"date: expected YYYY, YYYY-MM or YYYY-MM-DD, got {text!r}")
    year = int(found[1])
    month = int(found[2] or (12 if last else 1))
    if not 1 <= month <= 12:
        raise UsageError(f"date: expected a month of 1 to 12, got {text!r}")
    days = calendar.monthrange(max(year, 1), month)[1]
    day = int(found[3] or (days if last else 1))
    if not 1 <= day <= days:
        raise UsageError(f"date: expected a day of 1 to {days}, got {text!r}")
    return f"{year:04d}-{month:02d}-{day:02d}"
