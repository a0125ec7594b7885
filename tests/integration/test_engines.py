"""The database engine against the memory engine: the same numbers, the same labels."""

from pathlib import Path

import pytest

import loaders
from s3kg_neo4j.bench.engines import compare_engines
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.measure import NONE_ADDED, Direction, Measure, Opposites, Preset, TauRules
from s3kg_neo4j.memory import MemoryEngine
from s3kg_neo4j.model import Answer, Question, Source, Triplet
from s3kg_neo4j.neo4j_engine import ALIGNERS
from s3kg_neo4j.pipeline import Tally, read_questions
from s3kg_neo4j.results import error_rows
from s3kg_neo4j.settings import load_settings
from s3kg_neo4j.subgraphs import question_graphs

pytestmark = pytest.mark.server


def questions(file: Path, most: int) -> list[Question]:
    found = read_questions(loaders.load(file), Tally(), lambda bad: pytest.fail(str(bad)))
    return [question for question, _ in zip(found, range(most), strict=False)]


def agree(database: Database, asked: list[Question], measure: Measure, *aligners: str) -> None:
    embedder = load_embedder(load_settings())
    found = compare_engines(asked, database, embedder, measure, aligners)
    for aligner, agreement in found.items():
        assert agreement.greatest <= 1e-6, aligner
        assert agreement.undefined == 0, aligner
        assert agreement.labels == 0, aligner
        assert agreement.answers > 0


def test_every_aligner_on_the_sample(database: Database, sample: Path) -> None:
    agree(database, questions(sample, 24), Measure(), *ALIGNERS)


@pytest.mark.parametrize("preset", list(Preset))
def test_every_preset_in_both_directions(database: Database, sample: Path, preset: Preset) -> None:
    measure = Measure(preset=preset, direction=Direction.BOTH)
    agree(database, questions(sample, 8), measure, "matrix")


@pytest.mark.parametrize(
    "measure",
    [
        Measure(direction=Direction.REFERENCE_FIRST, filter=False, lemmas=False),
        Measure(one_to_one=True, threshold=0.3, iterations=0),
        Measure(rules=TauRules(mode="sentence", assignment="hungarian")),
        Measure(rules=TauRules(symmetric=("border",))),
    ],
    ids=["reference first, no filter", "one to one", "sentence mode", "symmetric"],
)
def test_options(database: Database, sample: Path, measure: Measure) -> None:
    agree(database, questions(sample, 12), measure, "matrix", "cypher")


@pytest.mark.parametrize(
    ("opposites", "errors"),
    [(NONE_ADDED, []), (Opposites(("warp | weft",)), ["entity_mismatch"])],
)
def test_own_opposites(database: Database, opposites: Opposites, errors: list[str]) -> None:
    gold, answer = (
        Source("", (Triplet("cloth", "is woven from", f"a red cotton {thread} thread"),))
        for thread in ("warp", "weft")
    )
    asked = Question("q", gold=gold, answers=(Answer("m", answer),))
    measure = Measure(preset=Preset.PLUS, opposites=opposites)
    agree(database, [asked], measure, "matrix", "cypher")
    embedder = load_embedder(load_settings())
    graphs = question_graphs("set", asked, measure)
    (found,) = MemoryEngine(measure, "minilm").evaluate([graphs], embedder.embed(graphs.strings()))
    assert [row["category"] for row in error_rows(found)] == errors


def test_real_answers(database: Database, real_data: Path) -> None:
    asked = questions(real_data / "s3kg_llm_eval" / "pubmedqa.jsonl", 12)
    agree(database, asked, Measure(), *ALIGNERS)


def test_real_pairs(database: Database, real_data: Path) -> None:
    for name in ("mrpc", "sk_codex", "pubmedqa_ranked"):
        asked = questions(real_data / "s3kg_bench" / f"{name}.jsonl", 10)
        agree(database, asked, Measure(), "matrix")
