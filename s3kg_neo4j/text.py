"""How a label is compared: one normal form (spec S1), pure and deterministic.

What is done, in this order:

1. Full-width and half-width forms, Arabic presentation forms and ligatures become ordinary
   letters; the rest of NFKC is not applied, for it would turn 10⁵ into 105.
2. Invisible characters go: control characters, direction marks, soft hyphens, variation
   selectors, blank glyphs. A joiner stays where it changes what is read (after a virama,
   between Arabic letters, between the parts of an emoji), as do the tags of a flag.
3. NFC; underscores become spaces; white space collapses.
4. Lower-case English words of four letters or more become their lemma (see ``lemma``).
5. Case folding.

Nothing that can be seen is ever dropped, so that a label with something visible in it is
never empty; one of underscores alone keeps them.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simplemma.strategies import DictionaryLookupStrategy, RulesStrategy

_REMEMBERED = 1 << 18

_FOLDED_TAGS = {"<wide>", "<narrow>", "<initial>", "<medial>", "<final>", "<isolated>"}
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_FLAG = "\U0001f3f4"
_TAGS = range(0xE0020, 0xE0080)
_BLANK = {"\u2800"}
_FILLERS = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\uffa0"}
_VARIATION_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
_VISIBLE_FORMATS = (range(0x600, 0x606), range(0x890, 0x892))
_VISIBLE_FORMAT_SIGNS = {"\u06dd", "\u070f", "\u08e2", "\U000110bd", "\U000110cd"}
_REPLACEMENT = "\ufffd"


class _Characters(dict[int, str | None]):
    """What each character becomes, found out when it is first met (for ``str.translate``)."""

    def __missing__(self, code: int) -> str | None:
        self[code] = become = _become(chr(code))
        return become


def _become(character: str) -> str | None:
    """What one character becomes; None where it leaves no trace."""
    code = ord(character)
    category = unicodedata.category(character)
    become: str | None = character
    if character.isspace() or character in _BLANK:
        become = " "
    elif character in _FILLERS or any(code in block for block in _VARIATION_SELECTORS):
        become = None
    elif category == "Cs":  # half a surrogate pair cannot be written to any file
        become = _REPLACEMENT
    elif category == "Cc" or (category == "Cf" and not _is_visible_format(character)):
        become = None
    elif _is_folded(character):
        parts = unicodedata.decomposition(character).split()[1:]
        become = "".join(_become(chr(int(part, 16))) or "" for part in parts) or None
    return become


def _is_visible_format(character: str) -> bool:
    code = ord(character)
    joins = character in (_ZWNJ, _ZWJ) or code in _TAGS
    shown = any(code in block for block in _VISIBLE_FORMATS) or character in _VISIBLE_FORMAT_SIGNS
    return joins or shown


def _is_folded(character: str) -> bool:
    tag = unicodedata.decomposition(character).split(" ", 1)[0]
    ligature = tag == "<compat>" and "LIGATURE" in unicodedata.name(character, "")
    return tag in _FOLDED_TAGS or ligature


_CHARACTERS = _Characters()
_JOINING = re.compile(f"[{_ZWNJ}{_ZWJ}{chr(_TAGS.start)}-{chr(_TAGS.stop - 1)}]")


def visible(text: str) -> str:
    """The text without what cannot be seen, forms and ligatures folded, in NFC.

    White space is left as wide as it was, each character of it a plain space.
    """
    shown = text.translate(_CHARACTERS)
    if shown.isascii():
        return shown
    shown = unicodedata.normalize("NFC", shown)
    if _JOINING.search(shown):
        shown = unicodedata.normalize("NFC", _drop_idle_joiners(shown))
    return shown


def _drop_idle_joiners(text: str) -> str:
    """Keep joiners and tags only where a reader sees a difference.

    After a virama and between Arabic letters as in RFC 5892 (appendix A.1, A.2), which also
    covers other scripts of Arabic kind; between pictographs; tags in a flag's sequence.
    """
    kept: list[str] = []
    in_flag = False
    for index, character in enumerate(text):
        before = kept[-1] if kept else ""
        after = text[index + 1 : index + 2]
        in_flag = character == _FLAG or (in_flag and ord(character) in _TAGS)
        if not _JOINING.match(character):
            keep = True
        elif ord(character) in _TAGS:
            keep = in_flag
        else:
            keep = _joins(before, character, after)
        if keep:
            kept.append(character)
    return "".join(kept)


def _joins(before: str, joiner: str, after: str) -> bool:
    if not before:
        return False
    if unicodedata.combining(before) == 9:
        return True
    if not after:
        return False
    if unicodedata.bidirectional(after) == "AL":
        return unicodedata.bidirectional(before) in ("AL", "NSM")
    picture = unicodedata.category(before) in ("So", "Sk") and unicodedata.category(after) == "So"
    return joiner == _ZWJ and picture


def is_blank(text: str) -> bool:
    """Whether nothing is left to see of the text: "", white space, control characters."""
    return not visible(text).strip()


def spaced(text: str) -> str:
    """The visible text on one line: underscores are spaces, white space is collapsed."""
    shown = visible(text)
    return " ".join(shown.replace("_", " ").split()) or " ".join(shown.split())


@dataclass(frozen=True, slots=True)
class Normaliser:
    """Gives the text under which labels are compared; blank for a blank text only.

    Names keep their inflection, since they are capitalised: "Patients" and "patients" are two
    labels, "patients" and "patient" one. Without ``lemmas`` a second pass changes nothing;
    with them it can, where a name has lost its capital.

    Attributes:
        lemmas: Lemmatise lower-case English words of four letters or more.
    """

    lemmas: bool = True

    def __call__(self, text: str) -> str:
        """The normal form of a label."""
        return _normalise(text, self.lemmas)


@lru_cache(maxsize=_REMEMBERED)
def _normalise(text: str, lemmas: bool) -> str:
    shown = spaced(text)
    if lemmas:
        shown = " ".join(map(_inflected, shown.split(" ")))
    if shown.isascii():
        return shown.lower()
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", shown).casefold())
    # folding can part a joiner from what it joins
    return visible(folded) if _JOINING.search(folded) else folded


_WORD = re.compile(
    r"""[("'“\u2018\[{«]*       # opening marks
    [a-z]+(?:[-/][a-z]+)*       # a lower-case word, or several: "well-known", "and/or"
    [)"'”’\]}»,.;:!?…%]*        # closing marks""",
    re.VERBOSE,
)
_SHORTEST = 4
"""Letters of a word that is lemmatised."""
_LONG = re.compile(f"[a-z]{{{_SHORTEST},}}")


@lru_cache(maxsize=_REMEMBERED)
def _inflected(token: str) -> str:
    """A token of a label with its lower-case words lemmatised, marks kept."""
    if len(token) < _SHORTEST or not _WORD.fullmatch(token):
        return token
    return _LONG.sub(lambda match: lemma(match[0]), token)


@lru_cache(maxsize=_REMEMBERED)
def lemma(word: str) -> str:
    """The lemma under which a lower-case English word is compared; it is its own lemma.

    Inflections of one word merge (used, uses; patients; found, finds), different meanings do
    not: comparatives, superlatives and adverbs stay (higher is not high, better not good), and
    so do the words of ``_KEPT``. A participle becomes its verb even where it is an adjective
    (increased, existing); a plural goes where its singular goes (meetings, meeting, meet). A
    word that the dictionary does not know stays.
    """
    if word in _CORRECTED:
        return _CORRECTED[word]
    if len(word) < _SHORTEST or word in _KEPT or word.endswith(("er", "est", "ly")):
        return word
    found = base_form(word).lower()  # the dictionary gives names a capital
    return found if found == word else lemma(found)


@lru_cache(maxsize=_REMEMBERED)
def base_form(word: str) -> str:
    """What the dictionary says a lower-case word is a form of; itself if it says nothing.

    The dictionary and simplemma's suffix rules, without the guesses of its longer chain: those
    change none of the 16,000 words of the benchmark data and take ten times as long.
    """
    dictionary, rules = _simplemma()
    return dictionary.get_lemma(word, "en") or rules.get_lemma(word, "en") or word


def is_word(word: str) -> bool:
    """Whether the dictionary knows the lower-case word."""
    return _simplemma()[0].get_lemma(word, "en") is not None


@cache
def _simplemma() -> "tuple[DictionaryLookupStrategy, RulesStrategy]":
    from simplemma import strategies  # noqa: PLC0415  slow to import

    return strategies.DictionaryLookupStrategy(), strategies.RulesStrategy()


_KEPT_FOR_A_REASON = {
    "a comparative that does not end in -er or -est": (
        "better best worse worst less least more most further"
    ),
    "a pronoun, or a contraction whose lemma would lose the negation": (
        "them those these thee dont"
    ),
    "an ordinal, which is no number of things": "seventh eighteenth thirtieth",
    "a word of its own, taken for a form of a verb": (
        "bare being belay bespoke bloke carol clad defence dice fell founded gone lay mislay moped "
        "outlay overlay reed reeds screed slang span spade spades spoke spokes stole summons "
        "underlay unseen weed weeds worsted"
    ),
    "a foreign word or a plural that is a word of its own": (
        "bacterium bifidobacterium cyanobacterium mycobacterium caiman candelabra capita carat "
        "cava cholerae cocci cola cornea erasures gonorrhoeae graffiti hypochondria intermedia "
        "media multimedia opera pendula pita pneumoniae pura pylori regalia sepia striata torus "
        "zirconia"
    ),
    "a wrong entry": "aunty auntie dens lense phoenix suds thyself trapes",
}
_KEPT = frozenset(" ".join(_KEPT_FOR_A_REASON.values()).split())

_CORRECTED = {
    "founds": "founded",
    "founding": "founded",
    "labelled": "label",
    "labelling": "label",
    "modelled": "model",
    "modelling": "model",
    "calves": "calf",
    "halves": "half",
    "housewives": "housewife",
    "loaves": "loaf",
    "midwives": "midwife",
    "shelves": "shelf",
    "thieves": "thief",
    "wives": "wife",
}
"""Forms of which the dictionary gives another word, or none."""
