"""How a label is compared (spec S1): what is one label, what is two, what is none."""

import itertools
import sys
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from s3kg_neo4j.text import Normaliser, base_form, is_blank, is_word, lemma, spaced, visible

normalise = Normaliser()
as_written = Normaliser(lemmas=False)

UNHURRIED = settings(deadline=None)  # the first word reads the dictionary

TEXTS = st.text(st.characters(), max_size=12)
LABELS = st.text(
    st.sampled_from(
        "abesßÉİσς dgin_-'0５⁵ﬁｱﾞ\u200b\u200d\u200c\u0301\u094d\u0915\ufe0f\u202e\t\0❤👩"
    ),
    max_size=10,
)

ONE_LABEL = {
    "white space": ["New York", "new  york", " NEW YORK ", "new\u00a0york", "New\tYork"],
    "underscores": ["located_in", "located in", "located__in", "_located_in_"],
    "composed": ["zoë", "zoe\u0308"],
    "hangul": ["\uae00", "\u1100\u1173\u11af"],
    "kana": ["\u3067", "\u3066\u3099"],
    "full width": ["GPT-4", "ＧＰＴ－４"],
    "half width": ["ガ", "ｶﾞ"],
    "Latin ligature": ["finding", "ﬁnding"],
    "Arabic presentation form": ["\u0628", "\ufe8f", "\ufe90", "\ufe91", "\ufe92"],
    "invisible": ["cooperate", "co\u00adoperate", "coop\u200berate", "\ufeffcooperate"],
    "direction": ["abc", "\u202eabc", "\u2066abc\u2069", "a\u200fbc"],
    "control": ["abc", "a\x07bc", "abc\x00", "\x1babc"],
    "variation selector": ["\u2764", "\u2764\ufe0f"],
    "idle joiner": ["abc", "a\u200db\u200cc", "abc\u200d"],
    "case": ["Straße", "STRASSE", "strasse"],
    "sigma": ["ΟΔΟΣ", "οδος", "οδοσ"],
    "marks around a word": ["(patients)", "(patient)"],
    "parts of a compound": ["well-known causes/risks", "well-know cause/risk"],
}

TWO_LABELS = {
    "superscript": ["10⁵", "105", "10₅"],
    "circled and fraction": ["①", "1", "½", "1/2"],
    "stop words and marks": ["s...", "'s", "the", "of the", "!!!", "—", "-", "_"],
    "signs": ["a & b", "a b", "a/b", "a-b"],
    "versions": ["GPT-4", "GPT-4o", "GPT 4"],
    "years": ["1888", "1889"],
    "joiner after a virama": ["\u0915\u094d\u0937", "\u0915\u094d\u200d\u0937"],
    "joined and single people": ["👩👧", "👩\u200d👧"],
    "persian compound": ["\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e"],
    "negation": ["does cause", "does not cause", "doesn't cause"],
    "degree": ["high", "higher", "highest", "good", "better", "best", "bad", "worse", "worst"],
    "adverb": ["significant", "significantly"],
    "ordinal": ["seven", "seventh", "thirty", "thirtieth"],
    "found and founded": ["find", "founded"],
    "left and leave": ["left", "leave"],
    "name and noun": ["Patients", "patient"],
}

LEMMAS = {
    "compare": "compare compares compared comparing",
    "locate": "located locates",
    "report": "reports reported reporting",
    "increase": "increases increased increasing",
    "study": "study studies studied studying",
    "patient": "patients",
    "find": "finds found",
    "founded": "founded founds founding",
    "woman": "women",
    "child": "children",
    "wife": "wives",
    "half": "halves",
    "analysis": "analyses",
    "hypothesis": "hypotheses",
    "criterion": "criteria",
    "meet": "meeting meetings meets",
    "building": "building buildings",
    "write": "wrote written writes",
    "model": "models modeled modelled modelling",
}
THEIR_OWN_LEMMA = (
    "species series lens news physics mathematics politics diabetes data media process analysis "
    "illness better best worse lower higher less more most least left being never without cannot "
    "nothing them these those slang dice fell seventh effectiveness covid xyzzy"
)


@pytest.mark.parametrize("labels", ONE_LABEL.values(), ids=ONE_LABEL)
def test_spellings_of_one_label(labels: list[str]) -> None:
    assert len({normalise(label) for label in labels}) == 1


@pytest.mark.parametrize("labels", TWO_LABELS.values(), ids=TWO_LABELS)
def test_labels_that_stay_apart(labels: list[str]) -> None:
    assert all(normalise(label) for label in labels)
    for one, two in itertools.combinations(labels, 2):
        assert normalise(one) != normalise(two), (one, two)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("compared_to", "compare to"),
        ("located_in", "locate in"),
        ("used for", "use for"),
        ("does not cause", "do not cause"),
        ("reports increases in studies", "report increase in study"),
        ("US", "us"),
        ("us", "us"),
        ("was", "was"),
        ("GPT-4o", "gpt-4o"),
        ("1888", "1888"),
        ("1,000 m", "1,000 m"),
        ("United States", "united states"),
        ("Germans", "germans"),
        ("mRNAs", "mrnas"),
        ("non-smokers", "non-smoker"),
        ("LOCATED_IN", "located in"),
        ("h2o molecules", "h2o molecule"),
        ("naïve cells", "naïve cell"),
        ("北京 是首都", "北京 是首都"),
        ("_", "_"),
        ("\ud800", "\ufffd"),
        ("\u0130\u094d\u200c", "i\u094d\u0307"),  # folding parts the joiner from the virama
        ("", ""),
        ("  \t\u200b", ""),
    ],
)
def test_normal_form(label: str, expected: str) -> None:
    assert normalise(label) == expected


def test_without_lemmas_words_stay_as_written() -> None:
    assert as_written("Studies_reported  increases") == "studies reported increases"


@pytest.mark.parametrize(
    ("expected", "word"), [(form, word) for form, words in LEMMAS.items() for word in words.split()]
)
def test_inflections_merge(word: str, expected: str) -> None:
    assert lemma(word) == expected


@pytest.mark.parametrize("word", THEIR_OWN_LEMMA.split())
def test_words_that_stay(word: str) -> None:
    assert lemma(word) == word


@UNHURRIED
@given(st.from_regex("[a-z]{4,9}", fullmatch=True))
def test_a_lemma_is_its_own(word: str) -> None:
    assert lemma(lemma(word)) == lemma(word)


def test_the_dictionary_gives_the_positive_of_a_comparative() -> None:
    assert base_form("higher") == "high"
    assert base_form("xyzzy") == "xyzzy"
    assert is_word("smokers")
    assert not is_word("xyzzy")


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\t\u00a0\u3000", "\0\x07", "\u200b\u200d\ufeff", "\u00ad", "\u2800", "\u3164"],
)
def test_blank(text: str) -> None:
    assert is_blank(text)
    assert normalise(text) == ""


@pytest.mark.parametrize("text", ["_", ".", "'", "—", "0", "\ufffd", "a\0", "❤\ufe0f", "𝔘", "🏴"])
def test_not_blank(text: str) -> None:
    assert not is_blank(text)
    assert normalise(text) != ""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("👨\u200d👩\u200d👧", id="family"),
        pytest.param(
            "🏴" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f", id="flag"
        ),
        pytest.param("क्\u200dष", id="virama"),
        pytest.param("نمی\u200cخواهم", id="persian"),
    ],
)
def test_joiners_that_are_seen_stay(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("text", ["a\u200db", "\u200dа", "1\U000e0067", "👩\u200c👧", "👩\u200d"])
def test_joiners_that_are_not_seen_go(text: str) -> None:
    assert visible(text) == "".join(c for c in text if c not in "\u200c\u200d\U000e0067")


def test_white_space_is_one_space_and_case_stays() -> None:
    assert spaced(" New__York \u2003 City\n") == "New York City"
    assert spaced("___") == "___"


@UNHURRIED
@given(TEXTS | LABELS)
def test_visible_text_is_never_lost(text: str) -> None:
    assert (normalise(text) == "") == (as_written(text) == "") == is_blank(text)


@UNHURRIED
@given(TEXTS | LABELS)
def test_a_second_pass_changes_nothing(text: str) -> None:
    once = as_written(text)
    assert as_written(once) == once
    # with lemmas: once the capitals, which tell names, are gone
    lemmatised = normalise(once)
    assert normalise(lemmatised) == lemmatised


@UNHURRIED
@given(LABELS)
def test_a_normal_form_is_one_line_in_one_case(text: str) -> None:
    form = normalise(text)
    assert form == " ".join(form.split())
    assert form == unicodedata.normalize("NFC", form)
    assert as_written(form) == form


@UNHURRIED
@given(LABELS, LABELS)
def test_lemmas_only_merge(one: str, two: str) -> None:
    if as_written(one) == as_written(two) and one.islower() and two.islower():
        assert normalise(one) == normalise(two)


def test_every_character_is_settled_in_one_pass() -> None:
    telling = [*range(0x3200), *range(0xF900, 0x10000), *range(0x1F100, 0x1F700)]
    for code in [*telling, *range(0x10000, sys.maxunicode + 1, 97)]:
        once = as_written(f"a{chr(code)}b")
        assert as_written(once) == once, hex(code)


def test_labels_by_the_ten_thousand_take_no_time() -> None:
    words = ["patients", "treated", "reports", "studies", "aspirin", "dose", "risk", "lower"]
    labels = [" ".join(some) for some in itertools.permutations(words, 6)]
    normalise("warm up: studies")
    started = time.perf_counter()
    for label in labels:
        normalise(label)
    assert time.perf_counter() - started < 2  # a tenth of it on an idle machine
