"""Names, relations, literals and days as the database compares them."""

import calendar
import re
from dataclasses import dataclass
from functools import lru_cache

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.guards import features
from s3kg_neo4j.quantities import quantities
from s3kg_neo4j.text import Normaliser

FIRST_DAY, LAST_DAY = "0000-00-00", "9999-99-99"
"""Open ends of a period: before and after every day."""

_DAY = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?:T.*)?$")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_YEAR = re.compile(r"[12]\d{3}")
_NEGATING = re.compile(
    r"\b(?:(?:does|do|did|is|are|was|were|has|have|had|can|will)\s+)?(?:not|never)\b|\w+n't\b",
    re.IGNORECASE,
)

_normalise = Normaliser()


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is no entity.

    Attributes:
        text: Normalised, numbers and dates in one spelling.
        number: Where it is a plain number, with or without a unit.
        unit: Of the number, as part of the one spelling.
        year: Whether the number is a year, which agrees exactly or not at all.
    """

    text: str
    number: float | None = None
    unit: str = ""
    year: bool = False


@lru_cache(maxsize=1 << 16)
def name_key(text: str) -> str:
    """A name as it is looked up: an exact match after normalising, no more."""
    return _normalise(text)


@lru_cache(maxsize=1 << 14)
def relation_key(text: str) -> tuple[str, bool]:
    """A relation's name without its negation, and whether it was negated."""
    plain = _NEGATING.sub(" ", text.replace("_", " "))
    negated = plain != text.replace("_", " ") and features(text).negated
    return _normalise(plain if negated else text), negated


@lru_cache(maxsize=1 << 16)
def literal(text: str) -> Literal:
    """A text as a value: "1,000 m" and "1000 m" are one, "10 mg" and "10 g" are not."""
    found = quantities(text)
    if len(found) != 1:
        return Literal(" ".join(found) if found else name_key(text))
    number = _NUMBER.search(found[0])
    is_year = _YEAR.fullmatch(text.strip()) is not None
    if number is None or is_year or ("-" in found[0] and _DAY.fullmatch(found[0])):
        return Literal(found[0], float(found[0]) if is_year else None, "", year=True)
    unit = found[0].replace(number[0], "", 1).strip()
    return Literal(found[0], float(number[0]), unit)


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
