"""The swap set: words change in paraphrases, and bags of words cannot see what was exchanged."""

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from s3kg_neo4j.bench.similarity.resampling import weighted_f1_auroc
from s3kg_neo4j.bench.swaps import make_pairs, read_passages
from s3kg_neo4j.bench.swaps.exchange import exchange
from s3kg_neo4j.bench.swaps.generator import KINDS
from s3kg_neo4j.bench.swaps.paraphrase import paraphrase, sentences


def bag(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.casefold()))


def test_a_paraphrase_changes_words_and_leaves_names_and_numbers() -> None:
    said, changed = paraphrase(
        "In 1990, the company established numerous schools. It is located in Large Bay."
    )
    assert said == "The firm set up a great many schools in 1990. It is situated in Large Bay."
    assert changed == 4


def test_an_article_still_fits() -> None:
    assert paraphrase("It is a famous firm.")[0] == "It is a renowned firm."
    assert paraphrase("It has a main hall, an entire floor.")[0] == (
        "It has a principal hall, an entire floor."
    )


def test_abbreviations_end_no_sentence() -> None:
    assert sentences("Dr. Who met J. R. Smith in the U.S. Army. He left.") == [
        "Dr. Who met J. R. Smith in the U.S. Army.",
        "He left.",
    ]


@pytest.mark.parametrize(
    ("kind", "one", "two"),
    [("entity", "Paris", "Oslo"), ("number", "1901", "1950"), ("relation", "built", "destroyed")],
)
def test_each_kind_exchanges_what_stands_in_two_sentences(kind: str, one: str, two: str) -> None:
    passage = ["The hall was built near Paris in 1901.", "It was destroyed near Oslo in 1950."]
    found = exchange(passage, kind, random.Random(1))  # type: ignore[arg-type]
    assert found is not None
    assert {found.first, found.second} == {one, two}
    assert found.text.index(two) < found.text.index(one)


def test_what_both_sentences_speak_of_is_not_exchanged() -> None:
    listed = ["It flew to Oslo and Rome.", "It left Rome and Oslo."]
    assert exchange(listed, "entity", random.Random(1)) is None


def test_the_set_of_real_passages(real_data: Path) -> None:
    (file,) = (real_data / "wiki_passages").glob("*.jsonl")
    passages, bad = read_passages(file)
    assert not bad
    pairs = list(make_pairs(passages, seed=1))
    assert pairs == list(make_pairs(passages, seed=1))
    assert pairs != list(make_pairs(passages, seed=2))
    assert len(pairs) > 400
    counts = Counter(pair.perturbation for pair in pairs)
    assert all(counts[kind] > 50 for kind in KINDS)
    for same, other in zip(pairs[::2], pairs[1::2], strict=True):
        assert (same.label, other.label) == (1, 0)
        assert bag(same.second) == bag(other.second)
        assert same.second != other.second
        # words change, not only their order
        assert (bag(same.first) - bag(same.second)).total() >= 3


def test_a_bag_of_words_is_at_chance(real_data: Path) -> None:
    (file,) = (real_data / "wiki_passages").glob("*.jsonl")
    pairs = list(make_pairs(read_passages(file)[0], seed=3))
    overlap = np.array([(bag(p.first) & bag(p.second)).total() / len(p.first) for p in pairs])
    labels = np.array([pair.label for pair in pairs])
    _, auroc = weighted_f1_auroc(overlap, labels, np.ones((1, len(pairs))))
    assert auroc[0] == pytest.approx(0.5)
