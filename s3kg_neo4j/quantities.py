"""Numbers, dates and measurements of a label, as strings that are equal where they mean the same.

They are read from the raw text, since case matters (mM, mm) and so do superscripts. Understood
are thousands separators, decimals, signs, powers of ten, fractions, number words, ordinals,
multipliers, the units of ``units``, money, dates, times of day, decades, ranges and codes such
as B12: "1,000 m", "1 km" and "one kilometre" all give "1000 m".

Judgement calls, each the smaller of two errors:

* Letters before a number belong to it where they are one or two: B12, also written B-12, is not
  D12. A longer word does not: COVID-19, COVID 19 and COVID19 are spellings of one name. Letters
  after a digit always do: GPT-4 is not GPT-4o.
* "one" is a number before a noun ("one patient"), not as a pronoun ("one of", "no one").
* A month stands beside a number or alone ("in June"), but "may", "march" and "august" alone are
  words. 01/05/2019 may be in May or in January and equals only itself.
* Roman numerals are letters.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from s3kg_neo4j.dates import TELLING, find_dates
from s3kg_neo4j.text import spaced
from s3kg_neo4j.units import convert, find_unit, ratio

_LONGEST = 24
"""A number of more digits is an identifier and equals only itself."""
_NEAR = 24
"""Characters beside a number that say what it is."""

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_CARDINALS = {word: value for value, word in enumerate(_UNITS.split())} | {
    word: 10 * value for value, word in enumerate(_TENS.split(), start=2)
}
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_ORDINALS = {word: value for value, word in enumerate(_PLACES.split(), start=1)}
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_SCALES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "mn": 10**6,
    "bn": 10**9,
    "k": 10**3,
    "m": 10**6,
    "b": 10**9,
}
_SPELLED_SCALES = ("hundred", "thousand")
_VALUES = _CARDINALS | _ORDINALS | _TIMES | {name: _SCALES[name] for name in _SPELLED_SCALES}

_STARTS = [*_CARDINALS, *_ORDINALS, *_TIMES]
_SPELLED = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(_STARTS)})"
    rf"(?:[- ](?:and )?(?:{'|'.join(sorted(_VALUES.keys() - {'second'}))}))*(?![^\W_])",
    re.IGNORECASE,
)
_TELLING = TELLING | _VALUES.keys()
_DIGIT = re.compile("[0-9]")
_LETTERS = re.compile("[a-z]+")
_PRONOUN_AFTER = re.compile(
    r"(?:\b(?:no|any|every|some|each|which|this|that|another|the|last|only)|-)\s?$", re.IGNORECASE
)
_PRONOUN_BEFORE = re.compile(
    r"\s?(?:$|[^\s\w-]|(?:of|another|or|and|who|that|which|can|is|has|must|may|to|in|by)\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:type|group|phase|stage|grade|class|level|part|volume|chapter|formula|war)\s$",
    re.IGNORECASE,
)
_UNIT_OF_TIME = re.compile(
    rf"(?:\d|/|(?<![^\W_])(?:per|{'|'.join([*_CARDINALS, *_SPELLED_SCALES])}))[ -]?$", re.IGNORECASE
)

_FOLDED = str.maketrans("’\u2010\u2011\u2012–\u2014\u2212", "'------")  # hyphens, dashes, minus
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUPERSCRIPT = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75", "⅕": ".2", "⅛": ".125"}
_FRACTION = re.compile(f"[{''.join(_FRACTIONS)}]")
_THOUSANDS = re.compile(
    r"(?<![\d.,])(?<!\d_)\d{1,3}([,_\u00a0\u202f\u2009])\d{3}(?:\1\d{3})*(?!\d|_\d)"
)
_YEARS = re.compile(r"(?<!\d)(\d\d)(\d\d)-(\d\d)(?![-\d]|[.,]\d)")
_ONE_SPELLING = [  # what must be there, how it may be written, how it is from now on
    ("cent", re.compile(r"(?<![^\W_])per cent(?![^\W_])", re.IGNORECASE), "percent"),
    ("hg", re.compile(r"(?<![^\W_])mm Hg(?![^\W_])", re.IGNORECASE), "mmHg"),
    ("deg", re.compile(r"(?<![^\W_])degrees? (?:celsius|c)(?![^\W_])", re.IGNORECASE), "°C"),
    ("deg", re.compile(r"(?<![^\W_])degrees? (?:fahrenheit|f)(?![^\W_])", re.IGNORECASE), "°F"),
    ("° ", re.compile(r"° (?=[CF](?![^\W_]))"), "°"),
    (" 000", re.compile(r"(?<=\d) 000(?!\d)"), "000"),
    ("+", re.compile(r"\+ ?/ ?-"), "±"),
]


def quantities(text: str) -> tuple[str, ...]:
    """The label's quantities, sorted, with repeats; those that mean the same look the same."""
    words = _LETTERS.findall(text.lower())
    if text.isascii() and not _DIGIT.search(text) and _TELLING.isdisjoint(words):
        return ()
    return tuple(sorted(dissect(text)[0]))


def dissect(text: str) -> tuple[tuple[str, ...], str]:
    """The label's quantities, dates first, else in order; and what it says besides."""
    dates, rest = find_dates(_plain(text))
    found = _read_numbers(rest)
    for item in reversed(found):
        rest = f"{rest[: item.start]} {rest[item.end :]}"
    return (*dates, *map(str, found)), rest.replace("|", " ")


def _plain(text: str) -> str:
    """The text with one spelling of signs, separators and number words."""
    text = _THOUSANDS.sub(lambda match: match[0].replace(match[1], ""), text)
    text = spaced(text).translate(_FOLDED)
    if not text.isascii():
        text = _SUPERSCRIPT.sub(lambda match: "^" + match[0].translate(_SUPERSCRIPTS), text)
        text = _FRACTION.sub(lambda match: _FRACTIONS[match[0]], text)
        text = "".join(_ascii_digit(character) for character in text)
    if "-" in text:
        text = _YEARS.sub(_in_full, text)
    lower = text.lower()
    for needle, pattern, written in _ONE_SPELLING:
        if needle in lower:
            text = pattern.sub(written, text)
    if not _VALUES.keys().isdisjoint(_LETTERS.findall(lower)):
        text = _SPELLED.sub(_in_digits, text)
    return text


def _ascii_digit(character: str) -> str:
    return str(int(character)) if character.isdecimal() else character


def _in_full(match: re.Match[str]) -> str:
    """2010-15 and 2010-11 are ranges of years; 2019-05 is a month."""
    century, first, last = match.groups()
    return f"{century}{first} - {century}{last}" if last > first else match[0]


def _in_digits(match: re.Match[str]) -> str:
    words = re.split("[- ]", match[0].lower())
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    after = match.string[match.end() : match.end() + _NEAR]
    alone = words[0] if len(words) == 1 else ""
    if alone == "one":
        pronoun = _PRONOUN_AFTER.search(before) or _PRONOUN_BEFORE.match(after)
        if pronoun and not _NUMBERED.search(before):
            return match[0]
    if alone == "second" and _UNIT_OF_TIME.search(before):
        return match[0]
    numbers = _add_up([_VALUES[word] for word in words if word != "and"])
    return " ".join(map(str, numbers)) + ("th" if words[-1] in _ORDINALS else "")


def _add_up(values: list[int]) -> list[int]:
    """Join the parts of a spelled number: [2, 100, 50] is [250], [2, 3] stays two numbers."""
    numbers: list[int] = []
    room = 0  # what is added to the last number must stay under this
    for value in values:
        if numbers and value in (100, 1000) and numbers[-1] < 10**6:
            numbers[-1] *= value
            room = value
        elif numbers and 0 < value < room:
            numbers[-1] += value
            room = 10 if value >= 20 else 0
        else:
            numbers.append(value)
            room = 10 if 20 <= value < 100 else 0
    return numbers


_ALNUM = r"[^\W_]"
_START = re.compile(
    rf"(?:(?<!{_ALNUM})(?P<letters>[^\W\d_]+)-?)?"
    rf"(?=(?P<figures>\d+(?:\.\d+)?|\.\d+))(?P<body>\.?\d{_ALNUM}*)"
)
_DECIMALS = re.compile(r"[.,]\d")
_MINUS = re.compile(r"(?<![\w)])-$")
_COMPOSED = re.compile(r"\d+(?:(?:\.\d+){2,}|(?:/\d+)+|(?::\d+)+)(?![^\W_])")
_DECADE = re.compile(r"\d{3}0'?s(?![^\W_])")
_POWER = re.compile(
    r"(?: ?[x×*] ?10(?:\^| ?\^ ?)|[eE](?=[-+]?\d))(?P<ten>[-+]?\d{1,2})(?!\d)"
    r"|\^(?P<own>[-+]?\d{1,2})(?!\d)"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![^\W_])", re.IGNORECASE)
_SCALE = re.compile(
    rf"(?:(?:[ -]?(?:hundred|thousand|million|billion|trillion|mn|bn))|k)(?!{_ALNUM})",
    re.IGNORECASE,
)
_SCALE_OF_MONEY = re.compile(rf"[ -]?(?:[mb])(?!{_ALNUM})", re.IGNORECASE)
_NAME = r"(?P<name>[^\W\d_]+|°[CF]?|[%$£€¥])(?:\^?(?P<square>[23]))?(?![^\W_])"
_POWERS = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_UNIT = re.compile(rf"[ -]?(?:(?P<power>square|sq|cubic|cu)\.? )?{_NAME}")
_PER = re.compile(rf"(?: ?/ ?| per | a | an | each ){_NAME}", re.IGNORECASE)
_ADVERB = re.compile(r" (?P<name>dai|week|month|year)ly(?![^\W_])", re.IGNORECASE)
_MONEY = re.compile(r"(?:(?P<name>[$£€¥])|\b(?P<word>Rs)\.?) ?$")
_CONNECTOR = re.compile(r" ?- ?| (?:to|or) ", re.IGNORECASE)


@dataclass(slots=True)
class _Found:
    """A number of the text with what it counts; ``code`` is set where it is none."""

    start: int
    end: int
    number: Decimal = Decimal(0)
    unit: str = ""
    worth: Decimal = Decimal(1)
    code: str = ""

    def __str__(self) -> str:
        if self.code:
            return self.code
        number = convert(self.number, self.worth)
        whole = number.to_integral_value()
        figures = f"{whole if number == whole else number.normalize():f}"
        return f"{figures} {self.unit}".rstrip()


def _read_numbers(text: str) -> list[_Found]:
    found: list[_Found] = []
    position = 0
    while match := _START.search(text, position):
        item = _code(match) or _number(match)
        found.append(item)
        position = item.end
    for first, second in zip(reversed(found[:-1]), reversed(found[1:]), strict=True):
        between = text[first.end : second.start]
        if not first.unit and not first.code and _CONNECTOR.fullmatch(between):
            first.unit, first.worth = second.unit, second.worth
    return found


def _code(match: re.Match[str]) -> _Found | None:
    """The token as a whole, where its digits do not stand for a number."""
    text, letters, body = match.string, match["letters"] or "", match["body"]
    start, end = match.span("body")
    whole = _COMPOSED.match(text, start) or _DECADE.match(text, start)
    if whole:
        return _Found(start, whole.end(), code=whole[0].replace("'", ""))
    if _DECIMALS.match(text, end) or body.startswith(".") or letters == "Rs":
        return None
    if 1 <= len(letters) <= 2:
        return _Found(match.start(), end, code=(letters + body).casefold())
    if body.isdecimal():
        return _Found(start, end, code=body) if len(body) > _LONGEST else None
    return _Found(start, end, code=body.casefold()) if _number(match).end < end else None


def _number(match: re.Match[str]) -> _Found:
    text, (start, end) = match.string, match.span("figures")
    if end - start > _LONGEST:
        return _Found(start, end, code=match["figures"])
    item = _Found(start, end, Decimal(match["figures"]))
    before = text[max(0, start - _NEAR) : start]
    money = _MONEY.search(before)
    if _MINUS.search(before[: money.start()] if money else before):
        item.number = -item.number
    if power := _POWER.match(text, item.end):
        item.end = power.end()
        item.number = _raised(item.number, power)
        if abs(item.number.adjusted()) > _LONGEST:
            item.code = text[start : item.end].replace(" ", "")
    if ordinal := _ORDINAL.match(text, item.end):  # counts places, not units
        item.end = ordinal.end()
        return item
    _scale(item, text, money is not None)
    if money:
        _measure(item, money["name"] or money["word"])
    else:
        _find_unit(item, text)
    return item


def _raised(number: Decimal, power: re.Match[str]) -> Decimal:
    if power["ten"]:
        return number.scaleb(int(power["ten"]))
    return number ** int(power["own"]) if number else number


def _scale(item: _Found, text: str, money: bool) -> None:
    scale = _SCALE.match(text, item.end) or (money and _SCALE_OF_MONEY.match(text, item.end))
    if scale:
        item.number *= _SCALES[scale[0].strip(" -").lower()]
        item.end = scale.end()


def _measure(item: _Found, name: str, power: int = 1) -> bool:
    known = find_unit(name)
    if known is None:
        return False
    item.unit, item.worth = known
    if power > 1:
        item.unit, item.worth = f"{item.unit}^{power}", item.worth**power
    return True


def _find_unit(item: _Found, text: str) -> None:
    """Take the unit after the number, and what it is per."""
    match = _UNIT.match(text, item.end)
    if match is None:
        return
    power = _POWERS[match["power"]] if match["power"] else int(match["square"] or 1)
    if not _measure(item, match["name"], power):
        return
    item.end = match.end()
    per = _PER.match(text, item.end) or _ADVERB.match(text, item.end)
    if per is None:
        return
    name = "day" if per["name"].lower() == "dai" else per["name"]
    divisor = _Found(0, 0)
    if _measure(divisor, name, int(per.groupdict().get("square") or 1)):
        item.unit, item.worth = f"{item.unit}/{divisor.unit}", ratio(item.worth, divisor.worth)
        item.end = per.end()
