"""Dates, months, days of the week and times of day in a text, each in one spelling."""

import re
from collections.abc import Callable

_MONTHS = "january february march april may june july august september october november december"
_MONTH_NUMBERS = {
    name: number
    for number, month in enumerate(_MONTHS.split(), start=1)
    for name in (month, month[:3])
} | {"sept": 9}
_ALSO_WORDS = frozenset({"may", "march", "mar", "august"})
_MONTHS_ALONE = frozenset(_MONTHS.split()) - _ALSO_WORDS
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])

TELLING = _MONTHS_ALONE | _DAYS
"""Words that are a date without a figure beside them."""

_FIGURES = re.compile(r"\d[-/.:]\d")
_LETTERS = re.compile("[a-z]+")
_BESIDE_FIGURES = TELLING | _MONTH_NUMBERS.keys() | {"a", "p", "am", "pm"}

_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTH_NUMBERS, key=len, reverse=True))})(?![^\W_])\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})(?!\d)"


def find_dates(text: str) -> tuple[list[str], str]:
    """Find every date.

    Args:
        text: With plain spaces and hyphens, numbers in figures.

    Returns:
        The dates, as 2019-05-01, 2019-05, --05-01 or --06 as far as they are known, names of
        days, times as 21:30; and the text with a bar in the place of each.
    """
    found: list[str] = []
    if not _FIGURES.search(text) and _BESIDE_FIGURES.isdisjoint(_LETTERS.findall(text.lower())):
        return found, text
    for pattern, canonical in _CALENDAR:

        def note(match: re.Match[str], canonical: _Canonical = canonical) -> str:
            date = canonical(match)
            if date is None:
                return match[0]
            found.append(date)
            return " | "

        text = pattern.sub(note, text)
    return found, text


_Canonical = Callable[[re.Match[str]], str | None]


def _date(match: re.Match[str]) -> str | None:
    """A date by name or in ISO order; None where it is none."""
    parts = match.groupdict()
    name, year = parts["month"].lower(), parts.get("year")
    month = _MONTH_NUMBERS.get(name) or int(name)
    if name in _ALSO_WORDS and not year and parts["month"].islower():
        return None
    day = int(parts["day"]) if parts.get("day") else None
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    return f"{year or '-'}-{month:02}" + (f"-{day:02}" if day else "")


def _date_in_figures(match: re.Match[str]) -> str | None:
    """Day and month before the year; left in its order where both orders are possible."""
    first, second, year = int(match["first"]), int(match["second"]), match["year"]
    if not (1 <= first <= 31 and 1 <= second <= 31 and min(first, second) <= 12):
        return None
    if first > 12 or second > 12 or first == second:
        month, day = sorted((first, second))
        return f"{year}-{month:02}-{day:02}"
    return f"{first}/{second}/{year}"


def _time_of_day(match: re.Match[str]) -> str | None:
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half"]
    if hour > 24 or minute > 59 or (half and hour > 12) or not (half or match["minute"]):
        return None
    if half:
        hour = hour % 12 + (12 if half in "pP" else 0)
    return f"{hour:02}:{minute:02}"


_CALENDAR: list[tuple[re.Pattern[str], _Canonical]] = [
    (re.compile(rf"(?<![^\W_]){pattern}", re.IGNORECASE), canonical)
    for pattern, canonical in [
        (r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?!\d)", _date),
        (r"(?P<first>\d{1,2})([-/.])(?P<second>\d{1,2})\2(?P<year>\d{4})(?!\d)", _date_in_figures),
        (rf"{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", _date),
        (rf"{_MONTH} {_DAY}(?![\d%]|[.,:]\d)(?:,? {_YEAR})?", _date),
        (rf"{_MONTH},? (?:of )?{_YEAR}", _date),
        (r"(?P<year>\d{4})-(?P<month>\d\d)(?![-\d]|[.,]\d)", _date),
        (
            r"(?P<hour>\d\d?)(?::(?P<minute>\d\d)(?::\d\d)?)?(?![:\d])"
            r"(?: ?(?P<half>[ap])\.?m\b\.?)?",
            _time_of_day,
        ),
        (rf"(?P<month>{'|'.join(sorted(_MONTHS_ALONE))})(?![^\W_])", _date),
        (rf"(?:{'|'.join(sorted(_DAYS))})(?![^\W_])", lambda match: match[0].lower()),
    ]
]
