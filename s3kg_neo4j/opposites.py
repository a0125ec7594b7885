"""Which words oppose which: pairs of words, found in inflected forms too.

The pairs are those of ``opposites.txt``, and what a measure adds to them. Each list is looked at by
itself, so that one list's words never become synonyms of another's.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.measure import NONE_ADDED, Opposites, WordNet
from s3kg_neo4j.settings import Settings, load_settings
from s3kg_neo4j.text import base_form, is_word, lemma
from s3kg_neo4j.wordnet import antonyms

_SHORTEST_REST = 4
"""Letters that a word must have after a listed beginning."""
_ROLE = "{} of"
"""Name of a side of roles, which no word of the file can have."""
_PARTICIPLE_OR_ADJECTIVE = ("ed", "able", "ible", "ful", "al")
_REVERSING = re.compile(
    "un(?:button|cover|dress|earth|fold|leash|load|lock|mask|pack|plug|ravel|screw|seat|veil|wrap)"
)
"""Verbs that undo something, where most in un- deny it."""
_NON = "non"
_MOST_NAMED, _LONGEST_SHOWN = 5, 60
"""Bad lines of a file that are shown, and characters of each."""
_PAIR = re.compile(r"\s*(~|><|\|)\s*")
_LISTED = {
    "words": re.compile(r"[^\W\d_]+"),
    "beginnings": re.compile(r"[^\W\d_]+-"),
    "endings": re.compile(r"-[^\W\d_]+"),
}
"""What a side may be made of."""


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


@dataclass(frozen=True, slots=True)
class Pair:
    """Words that oppose words, as a line of a list has them.

    Attributes:
        left: Words that mean about the same.
        kind: ``|``, ``~`` or ``><`` (see ``opposites.txt``).
        right: Words each of which opposes each of ``left``.
    """

    left: tuple[str, ...]
    kind: str
    right: tuple[str, ...]

    def __str__(self) -> str:
        """The line that it is read from."""
        return f"{' '.join(self.left)} {self.kind} {' '.join(self.right)}"


@dataclass(frozen=True, slots=True)
class _List:
    """Pairs by their words: names of the sides of each word, and what opposes each side.

    Names of sides end with a mark, so that no two lists share one.
    """

    mark: str = ""
    words: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    roles: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    others: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    negations: set[str] = field(default_factory=set)
    prefixes: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    suffixes: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, pair: Pair, number: str = "") -> None:
        """Let the words of one side oppose those of the other.

        With a ``number`` of its own the pair's sides are none of another pair with the same word.
        """
        if pair.kind == "~":
            self.negations.update(pair.right)
            return
        for side, other in ((pair.left, pair.right), (pair.right, pair.left)):
            if side[0].endswith("-"):
                for prefix in side:
                    self.prefixes[prefix[:-1]].update(opposed[:-1] for opposed in other)
            elif side[0].startswith("-"):
                for suffix in side:
                    self.suffixes[suffix[1:]].update(opposed[1:] for opposed in other)
            else:
                naming = (_ROLE if pair.kind == "><" else "{}") + self.mark + number
                name = naming.format(side[0])
                self.others[name].add(naming.format(other[0]))
                for word in side:
                    (self.roles if pair.kind == "><" else self.words)[word].append(name)

    def sides(self, word: str, hyphen: bool) -> tuple[Side, ...]:
        found = next((self.words[form] for form in _forms(word) if form in self.words), [])
        singular = word if word in self.roles else word.removesuffix("s")
        roles = self.roles.get(singular, [])
        return (
            *(Side(name, frozenset(self.others[name])) for name in dict.fromkeys(found)),
            *(Side(name, frozenset(self.others[name]), role=True) for name in dict.fromkeys(roles)),
            *self._by_affix(word, hyphen),
        )

    def _by_affix(self, word: str, hyphen: bool) -> list[Side]:
        """Sides named with their affix set apart, "hyper-tension", unlike any word of a list."""
        found: list[Side] = []
        if not word.startswith(tuple(self.prefixes)) and not word.endswith(tuple(self.suffixes)):
            return found
        for prefix, others in self.prefixes.items():
            rest = word.removeprefix(prefix)
            if rest != word and len(rest) >= _SHORTEST_REST:
                rest = lemma(rest).replace("ae", "e")  # glycaemia, glycemia
                if hyphen or any(is_word(other + rest) for other in others):
                    opposed = frozenset(f"{other}-{rest}{self.mark}" for other in others)
                    found.append(Side(f"{prefix}-{rest}{self.mark}", opposed))
        for suffix, others in self.suffixes.items():
            stem = word.removesuffix(suffix)
            if stem not in ("", word) and any(is_word(stem + other) for other in others):
                opposed = frozenset(f"{stem}-{other}{self.mark}" for other in others)
                found.append(Side(f"{stem}-{suffix}{self.mark}", opposed))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Lists of opposites by which labels are read; each is its own equal alone."""

    lists: tuple[_List, ...]

    def sides(self, word: str, hyphen: bool = False) -> tuple[Side, ...]:
        """The sides that a lower-case word stands on, in any pair.

        Args:
            word: One word; a compound without its hyphen.
            hyphen: Whether there was one, so that a listed beginning surely is one.
        """
        return tuple(side for one in self.lists for side in one.sides(word, hyphen))

    def is_beginning(self, part: str) -> bool:
        """Whether the part of a compound before a hyphen is a listed beginning ("pre-")."""
        return any(part in one.prefixes for one in self.lists)

    def says_not(self, word: str) -> bool:
        """Whether a lower-case word is another one with "not": unaffected, insignificant."""
        if any(form in one.negations for one in self.lists for form in _forms(word)):
            return True
        rest = word.removeprefix("un")
        regular = rest != word and word.endswith(_PARTICIPLE_OR_ADJECTIVE) and is_word(rest)
        reverses = _REVERSING.fullmatch(base_form(word))
        return regular and not reverses and not any(word in one.words for one in self.lists)


@cache
def lexicon(opposites: Opposites = NONE_ADDED) -> Lexicon:
    """The lists of opposites that a measure reads labels by.

    Raises:
        PrerequisiteError: WordNet is asked for and not installed.
    """
    lists: list[_List] = []
    if opposites.listed:
        text = files("s3kg_neo4j").joinpath("opposites.txt").read_text(encoding="utf-8")
        lists.append(_List())
        for _, line in _lines(text):
            lists[-1].add(parse_pair(line))
    if opposites.pairs:
        lists.append(_List(" +"))
        for number, line in enumerate(opposites.pairs):
            lists[-1].add(parse_pair(line), str(number))
    if opposites.wordnet is not None:
        lists.append(_wordnet_list(opposites.wordnet, Lexicon(tuple(lists))))
    return Lexicon(tuple(lists))


def _wordnet_list(chosen: WordNet, known: Lexicon) -> _List:
    """WordNet's antonyms without what is known better: roles, and words that say "not"."""
    roles = {word for one in known.lists for word in one.roles}
    found = _List(" (WordNet)")
    for pair in antonyms(load_settings(), chosen):
        denied = {_NON + word for word in pair}
        if (roles | denied).isdisjoint(pair) and not any(map(known.says_not, pair)):
            found.add(Pair(pair[:1], "|", pair[1:]))
    return found


def parse_pair(line: str) -> Pair:
    """A line of a list of opposites.

    Raises:
        ValueError: Says what was expected.
    """
    parts = _PAIR.split(line.strip())
    if len(parts) != 3:
        raise ValueError("expected two sides with one |, ~ or >< between them")
    left, right = (tuple(dict.fromkeys(side.casefold().split())) for side in parts[::2])
    if not left or not right:
        raise ValueError("expected words on both sides")
    if not any(
        all(form.fullmatch(word) for word in left + right) and (parts[1] == "|" or name == "words")
        for name, form in _LISTED.items()
    ):
        raise ValueError("expected single words of letters alone; with | also pre- or -less")
    both = [word for word in left if word in right]
    if both:
        raise ValueError(f"expected other words on each side, {both[0]!r} is on both")
    return Pair(left, parts[1], right)


def chosen_opposites(
    settings: Settings, file: Path | None = None, wordnet: WordNet | None = None
) -> Opposites:
    """What joins the project's list: as is given, or else as the settings say.

    Raises:
        InputError: The file or some lines of it cannot be read.
        PrerequisiteError: WordNet is asked for and not installed.
    """
    path = file or settings.opposites
    named = wordnet or settings.wordnet
    found = Opposites(read_opposites(path) if path else (), WordNet(named) if named else None)
    lexicon(found)  # what is missing is missed before anything is read
    return found


def read_opposites(path: Path) -> tuple[str, ...]:
    """The pairs of a user's file, one a line as in ``opposites.txt``, sorted and spelled alike.

    Raises:
        InputError: The file or some lines of it cannot be read; the first lines are named.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"{path}: {why}; name a text file of pairs as `hot | cold`") from None
    pairs: set[str] = set()
    bad: list[str] = []
    for number, line in _lines(text):
        try:
            pairs.add(str(parse_pair(line)))
        except ValueError as error:
            bad.append(f"line {number}: {error}, got {line[:_LONGEST_SHOWN]!r}")
    if bad:
        more = f"; and {len(bad) - _MOST_NAMED} more lines" if len(bad) > _MOST_NAMED else ""
        named = "; ".join(bad[:_MOST_NAMED])
        raise InputError(f"{path}: {named}{more}; correct them, or begin them with #")
    return tuple(sorted(pairs))


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Lines with their numbers, without comments and blank ones."""
    for number, line in enumerate(text.splitlines(), start=1):
        pair = line.partition("#")[0].strip()
        if pair:
            yield number, pair


def _forms(word: str) -> tuple[str, str]:
    """The word and what it is a form of, the positive of a comparative too."""
    return word, base_form(word)
