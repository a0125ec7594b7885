"""What the offline extractors read in plain sentences."""

from pathlib import Path

import pytest

import loaders
from s3kg_neo4j.bench.extraction import best_pairs, labelled_sources, measure_extractor
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.extract import load_extractor
from s3kg_neo4j.settings import Settings

READ = {
    "Marie Curie discovered radium in Paris.": [
        "Marie Curie|discovered|radium",
        "Marie Curie|discovered in|Paris",
    ],
    "The hall was designed by Robert Stern.": ["hall|was designed by|Robert Stern"],
    "Aspirin does not reduce mortality.": ["Aspirin|does not reduce|mortality"],
    "Aspirin had no effect.": ["Aspirin|had no|effect"],
    "Aspirin reduces the risk of stroke and death.": [
        "Aspirin|reduces risk of|stroke",
        "Aspirin|reduces risk of|death",
    ],
    "The leader of Texas is Greg Abbott.": [
        "leader of Texas|is|Greg Abbott",
        "Texas|leader is|Greg Abbott",
    ],
    "Liselotte Grschebina, a photographer, lived in Stuttgart.": [
        "Liselotte Grschebina|is|photographer",
        "Liselotte Grschebina|lived in|Stuttgart",
    ],
    "The war began on October 13, 1964.": ["war|began on|October 13, 1964"],
    "Print was effective for women.": ["Print|was effective for|women"],
    "Patients who took statins had pain.": ["Patients|took|statins", "Patients|had|pain"],
    "Marie Curie moved to Paris. She discovered radium.": [
        "Marie Curie|moved to|Paris",
        "Marie Curie|discovered|radium",
    ],
    "Lions and tigers eat meat.": ["Lions|eat|meat", "tigers|eat|meat"],
    "Rain.": [],
    "": [],
}


@pytest.mark.parametrize("text", READ)
def test_what_a_sentence_states(text: str) -> None:
    [made] = load_extractor("spacy").extract([text])
    assert ["|".join((t.head, t.relation, t.tail)) for t in made.triplets] == READ[text]


def test_texts_are_read_apart_and_in_order() -> None:
    texts = list(READ)
    together = [made.triplets for made in load_extractor("spacy").extract(texts)]
    assert [len(triplets) for triplets in together] == [len(READ[text]) for text in texts]


def test_origins_point_into_the_text() -> None:
    text = "It rained.\nMarie Curie discovered radium."
    [made] = load_extractor("spacy").extract([text])
    [origin] = made.origins
    assert origin is not None
    assert origin.sentence == 1
    assert text[origin.start : origin.end] == "Marie Curie discovered radium"


def test_an_extractor_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    load = "def load():\n    return Mine()\n"
    own.write_text(f"class Mine:\n    name = version = 'mine'\n    extract = iter\n\n{load}")
    assert load_extractor(str(own)).name == "mine"
    for text, said in {
        "nothing = 1\n": "expected a function load",
        f"class Mine:\n    name = 'mine'\n\n{load}": "this one has no version, extract",
        "def load(:\n": r"mine\.py: line 1: invalid syntax",
    }.items():
        own.write_text(text)
        with pytest.raises(UsageError, match=said):
            load_extractor(str(own))


def test_pairs_are_one_to_one() -> None:
    import numpy as np

    assert best_pairs(np.array([[0.9, 0.8], [0.7, 0.1]])) == pytest.approx(1.5)


def test_webnlg_beside_the_baseline(real_data: Path) -> None:
    records = loaders.load(real_data / "edc" / "webnlg_texts.txt")
    sources = [source for source, _ in zip(labelled_sources(records), range(60), strict=False)]
    embedder = load_embedder(Settings(), "hashing")
    partial = {
        name: next(
            a.f1
            for a in measure_extractor(load_extractor(name), sources, embedder).agreements
            if a.way == "partial"
        )
        for name in ("svo", "spacy")
    }
    assert partial["spacy"] > 1.5 * partial["svo"]
