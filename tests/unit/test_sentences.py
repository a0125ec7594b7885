"""Passages and origins: nothing is lost, and a span is what it says."""

from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.extract.origins import find_origins
from s3kg_neo4j.model import Triplet
from s3kg_neo4j.sentences import passages, sentence_spans

TEXT = "Dr. Smith lives in Paris. He owns 3.5 boats, e.g. the Mary. It rained."


def test_sentences_by_hand() -> None:
    assert [TEXT[start:end] for start, end in sentence_spans(TEXT)] == [
        "Dr. Smith lives in Paris.",
        "He owns 3.5 boats, e.g. the Mary.",
        "It rained.",
    ]


@given(st.text(alphabet="ab .!?\n", max_size=80), st.integers(5, 40))
def test_no_character_is_lost(text: str, longest: int) -> None:
    pieces = passages(text, longest)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_pieces_are_cut_between_sentences() -> None:
    assert passages(TEXT, 40) == [
        "Dr. Smith lives in Paris.",
        "He owns 3.5 boats, e.g. the Mary.",
        "It rained.",
    ]
    assert passages(TEXT, 60)[0].endswith("Mary.")


def test_an_origin_is_the_sentence_with_both_ends() -> None:
    [origin] = find_origins(TEXT, [Triplet("Smith", "lives in", "Paris")])
    assert origin is not None
    assert origin.sentence == 0
    assert TEXT[origin.start : origin.end] == "Smith lives in Paris"


def test_words_without_both_ends_have_a_sentence_and_no_span() -> None:
    [origin, nothing] = find_origins(
        TEXT, [Triplet("Smith", "owns", "boats"), Triplet("x1", "q", "z")]
    )
    assert origin is not None
    assert (origin.sentence, origin.start) == (1, None)
    assert nothing is None
