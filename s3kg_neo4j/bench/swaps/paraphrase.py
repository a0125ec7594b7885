"""Paraphrases by synonyms and by turning sentences round: the words change, the facts do not."""

import re
from functools import cache
from importlib.resources import files

FEWEST_CHANGES = 4
"""A passage with fewer replaced words is not truly paraphrased."""

_FRONTED = re.compile(r"^(In|On|By|Since|From) (\w+ )?(\d{4}), (?=[a-z])(.+?)([.!?])$")
_ALTHOUGH = re.compile(r"^(Although|While|Because|When) ([^,]+), ([^,]+)([.!?])$")
_FULL_STOP = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")

_VOWELS = "aeiou"
_ABBREVIATED = ("Mr.", "Mrs.", "Dr.", "St.", "U.S.", "U.K.", "Jr.", "Sr.", "vs.", "No.", "Inc.")


def sentences(text: str) -> list[str]:
    """Sentences by their full stops; an abbreviation or initial ends none."""
    found: list[str] = []
    for part in _FULL_STOP.split(" ".join(text.split())):
        if found and (found[-1].endswith(_ABBREVIATED) or re.search(r"\b[A-Z]\.$", found[-1])):
            found[-1] += " " + part
        else:
            found.append(part)
    return found


def paraphrase(text: str) -> tuple[str, int]:
    """The text said otherwise, and how many of its words were replaced."""
    changed = 0
    said: list[str] = []
    for sentence in sentences(text):
        replaced, count = _with_synonyms(sentence)
        changed += count
        said.append(_turned(replaced))
    return " ".join(said), changed


def _turned(sentence: str) -> str:
    """A time at the front goes to the end, and so does a subordinate clause."""
    if found := _FRONTED.match(sentence):
        preposition, month, year, rest, mark = found.groups()
        time = f"{preposition.lower()} {month or ''}{year}"
        return f"{rest[0].upper()}{rest[1:]} {time}{mark}"
    if found := _ALTHOUGH.match(sentence):
        word, first, second, mark = found.groups()
        return f"{second[0].upper()}{second[1:]}, {word.lower()} {first}{mark}"
    return sentence


def _with_synonyms(sentence: str) -> tuple[str, int]:
    count = 0

    def replacement(match: re.Match[str]) -> str:
        nonlocal count
        word = match[0]
        # A capital inside a sentence is a name's.
        if word[0].isupper() and match.start() > 0:
            return word
        other = _synonyms()[word.lower()]
        if _after_article(sentence[: match.start()]) and (word[0] in _VOWELS) != (
            other[0] in _VOWELS
        ):
            return word
        count += len(word.split())
        return other[0].upper() + other[1:] if word[0].isupper() else other

    return _pattern().sub(replacement, sentence), count


def _after_article(before: str) -> bool:
    return before.casefold().endswith((" a ", " an "))


@cache
def _synonyms() -> dict[str, str]:
    text = files("s3kg_neo4j.bench.swaps").joinpath("synonyms.txt").read_text(encoding="utf-8")
    lines = (line.split("|") for line in text.splitlines() if not line.startswith("#"))
    return {left.strip(): right.strip() for left, right in lines}


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_synonyms(), key=lambda words: (-len(words), words))
    return re.compile(
        rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE
    )
