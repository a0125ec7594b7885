"""Studies of agreement with people, on data made here; the extractor is a plain rule."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from s3kg_neo4j.bench.errors.gold import (
    against_labels,
    bump_classes,
    bump_triplets,
    edited_summaries,
)
from s3kg_neo4j.bench.errors.kea import contradictions
from s3kg_neo4j.bench.extractor import TextExtractor
from s3kg_neo4j.bench.people import STUDIES
from s3kg_neo4j.bench.people.study import Finding, Setup, above, share
from s3kg_neo4j.bench.similarity.methods import find_methods
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.categories import Category
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.graph import build_graph
from s3kg_neo4j.model import Answer, Question, Source, Triplet
from s3kg_neo4j.settings import Settings, load_settings


def three_words(texts: Sequence[str]) -> list[Source]:
    """Sentences of three words are triplets."""
    return [
        Source(
            text,
            tuple(Triplet(*words) for part in text.split(".") if len(words := part.split()) == 3),
        )
        for text in texts
    ]


RULE = TextExtractor("three words 1", three_words)


def setup_of(folder: Path, extractor: TextExtractor | None = None) -> Setup:
    workbench = Workbench(Settings(cache_dir=folder / "cache"), "hashing")
    return Setup(folder, find_methods(["paper", "triplet-jaccard"]), workbench, extractor)


def findings(study: str, setup: Setup) -> dict[tuple[str, str], Finding]:
    found = list(STUDIES[study].run(setup))
    return {(one.method, one.statistic): one for one in found}


def written(path: Path, *records: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_above_counts_ties_as_halves() -> None:
    assert above([0.9, 0.5, None], [0.1, 0.5, 0.2]) == [1.0, 0.5, 0.0]
    assert share("d", "s", "m", []).value is None


def test_twins_need_an_extractor_and_name_it(tmp_path: Path) -> None:
    written(
        tmp_path / "medhallu.jsonl",
        {
            "Knowledge": ["aspirin reduces fever.", "fever\u2028harms patients."],
            "Ground Truth": "aspirin reduces fever.",
            "Hallucinated Answer": "aspirin causes headache.",
            "Difficulty Level": "easy",
        },
    )
    with pytest.raises(PrerequisiteError, match="name an extractor"):
        findings("medhallu", setup_of(tmp_path))
    found = findings("medhallu", setup_of(tmp_path, RULE))
    one = found["s3kg-paper", "share: right above wrong"]
    assert (one.value, one.n) == (1.0, 1)
    assert "three words 1" in one.data


def test_bump_reports_each_error_class(tmp_path: Path) -> None:
    written(tmp_path / "bump_articles.jsonl", {"article_key": "a", "article": "cats eat mice."})
    pair = {"article_key": "a", "reference_summary": "cats eat mice.", "edited_summary": ""}
    written(
        tmp_path / "bump_pairs.jsonl",
        pair | {"edited_summary": "dogs eat mice.", "error_type": "Intrinsic Entity Error"},
        pair | {"edited_summary": "cats eat mice.", "error_type": "Coreference Error"},
    )
    found = findings("bump", setup_of(tmp_path, RULE))
    assert found["triplet-jaccard", "share: right above wrong"].value == 0.75
    entity = "share: right above wrong, Intrinsic Entity Error"
    assert found["triplet-jaccard", entity].value == 1.0


def test_refchecker_compares_answers_with_contexts(tmp_path: Path) -> None:
    for name in ("dolly", "msmarco"):
        written(
            tmp_path / "joined" / f"{name}.jsonl",
            {"id": "1", "context": ["cats eat mice."]},
            {"id": "2", "context": ["dogs chase cats."]},
        )
    answers = [
        {
            "id": number,
            "claude2_response_kg": [{"triplet": triplet, "human_label": label}] if label else [],
        }
        for number, triplet, label in (
            ("1", ["cats", "eat", "mice"], "Entailment"),
            ("2", ["dogs", "fear", "birds"], "Contradiction"),
            ("2", [], None),
        )
    ]
    for folder in ("accurate_context", "noisy_context"):
        written(tmp_path / "human_annotations_v1" / folder / "m_answers.json", answers)
    found = findings("refchecker", setup_of(tmp_path, RULE))
    clean = found["s3kg-paper", "AUROC: no contradiction"]
    assert (clean.value, clean.n) == (1.0, 2)
    assert found["s3kg-paper", "Spearman: faithful share"].value == pytest.approx(1.0)


def test_factcheck_gpt_takes_the_evidence_of_people(tmp_path: Path) -> None:
    record = {
        "response": "cats eat grass.",
        "revised_response": "cats eat mice.",
        "response_factuality": False,
        "sentences": [{"human_evidence": ["cats eat mice.", "NA"]}],
    }
    written(tmp_path / "benchmark.jsonl", record, record | {"response_factuality": True})
    one = findings("factcheck-gpt", setup_of(tmp_path, RULE))
    assert one["s3kg-paper", "share: right above wrong"].n == 1


def test_relations_in_the_kernel_tell_more_than_the_relation_blind_one(real_data: Path) -> None:
    workbench = Workbench(load_settings(), "hashing")  # equal words align, others do not
    setup = Setup(real_data / "kea", find_methods(["cumulative", "s3kg-kea"]), workbench)
    found = [one for one in STUDIES["kea"].run(setup) if one.statistic.startswith("AUROC")]
    for data in ("KEA QAGS-C", "KEA SummEval"):
        own = {(o.method, o.statistic): o.value for o in found if o.data == data}
        for statistic in {statistic for _, statistic in own}:
            seen, blind = (own[f"s3kg-{p}, S_WL", statistic] for p in ("cumulative", "kea"))
            assert seen is not None
            assert blind is not None
            assert seen > blind


def test_the_ranked_set_is_read_by_question(real_data: Path) -> None:
    setup = Setup(
        real_data / "s3kg_bench",
        find_methods(["triplet-jaccard"]),
        Workbench(load_settings(), "hashing"),
    )
    found = {one.statistic: one for one in STUDIES["ranked"].run(setup)}
    assert found["share: order kept"].n == 50
    # the extraction mended most of what was inverted, and no measure can see it
    assert found["share: relation_inversion is gold's"].value == 0.62
    assert found["share: faithful_paraphrase is gold's"].value == 0.02
    easy = found["share: faithful_paraphrase above context_ignoring"].value
    assert easy is not None
    assert easy > 0.9


def graph(*triplets: str):  # type: ignore[no-untyped-def]
    return build_graph([Triplet(*one.split("|")) for one in triplets], str.casefold)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("aspirin|treats|fever", "aspirin|treats|scurvy", Category.ENTITY_MISMATCH),
        ("oslo|treats|fever", "aspirin|treats|fever", Category.ENTITY_MISMATCH),
        ("aspirin|invented|fever", "aspirin|treats|fever", Category.RELATION_MISMATCH),
        ("war|ended in|1918", "war|ended in|1919", Category.ENTITY_MISMATCH),
        ("aspirin|treats|fever", "oslo|hosts|games", None),
    ],
)
def test_keas_finder(claim: str, evidence: str, expected: Category | None) -> None:
    one, two = graph(claim), graph(evidence)
    vectors = load_embedder(load_settings()).embed([*one.strings(), *two.strings()])
    found = contradictions(one, two, part_cosines(one, two, vectors), [0])
    assert found.get(0) is expected


def test_labels_by_people_decide_between_the_modes(tmp_path: Path) -> None:
    gold = Source("", (Triplet("paris", "capital of", "france"),))
    wrong = Source("", (Triplet("paris", "capital of", "germany"),))
    question = Question("q", gold=gold, answers=(Answer("m", wrong),))
    labels = [{"triplet": ["paris", "capital of", "germany"], "label": "entity_mismatch"}]
    written(tmp_path / "labels.jsonl", {"id": "q", "model": "m", "labels": labels})
    rows = against_labels([question], tmp_path / "labels.jsonl", load_embedder(load_settings()))
    by = {row["finder"]: row for row in rows}
    assert by["TAU, guarded"]["errors micro f1"] == 1.0
    # the paper's mode takes the two sentences for the same (cosine .86)
    assert by["TAU, sentence"]["errors micro f1"] == 0.0
    assert by["TAU, sentence"]["triplets"] == 1


def test_bump_classes_against_categories() -> None:
    pair = {"reference_summary": "cats eat mice. dogs chase cats."}
    pairs = [
        pair | {"edited_summary": "cats eat bread. dogs chase cats.", "error_type": "Entity"},
        pair | {"edited_summary": "cats eat mice. dogs chase cats.", "error_type": "Coreference"},
    ]
    summaries = edited_summaries(pairs, RULE, load_embedder(load_settings()))
    classes = {(row["finder"], row["class"]): row for row in bump_classes(summaries)}
    assert classes["TAU, guarded", "Entity"]["right"] == 1.0
    assert classes["TAU, guarded", "Coreference"]["right"] is None
    assert classes["TAU, guarded", "Coreference"]["aligned"] == 1
    assert [classes["TAU, guarded", name]["unchanged"] for name in ("Entity", "Coreference")] == [
        0,
        1,
    ]
    triplets = {(row["finder"], row["classes"]): row for row in bump_triplets(summaries)}
    entity = triplets["TAU, guarded", "Predicate and Entity"]
    # the dogs are the original's own, the bread is the edit
    assert (entity["triplets"], entity["aligned f1"], entity["errors micro f1"]) == (2, 1.0, 1.0)
    others = triplets["TAU, guarded", "the others"]
    assert (others["triplets"], others["aligned f1"], others["errors micro f1"]) == (2, 1.0, None)
