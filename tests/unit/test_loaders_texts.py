"""Loaders of texts: what becomes gold, context and answers, and what a bad record says."""

import json
from pathlib import Path

import pytest

import loaders
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, Question


def questions(path: Path) -> list[Question]:
    records = list(loaders.load(path))
    assert all(isinstance(record, Question) for record in records), records
    return [record for record in records if isinstance(record, Question)]


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_dolly_has_a_gold_answer_and_no_model(tmp_path: Path) -> None:
    record = {"instruction": "Who?", "context": "By Ann.", "response": "Ann.", "category": "qa"}
    [question] = questions(written(tmp_path / "dolly.jsonl", json.dumps(record)))
    assert question.gold is not None
    assert question.context is not None
    assert (question.text, question.gold.text, question.context.text) == ("Who?", "Ann.", "By Ann.")
    assert question.answers == ()


def test_an_answer_beside_a_context_alone_is_gold(tmp_path: Path) -> None:
    [question] = questions(
        written(tmp_path / "mesaqa.csv", "Question,Context,Answer\nWhy?,Because.,So it is.\n")
    )
    assert question.gold is not None
    assert question.gold.text == "So it is."
    assert question.id == "1"


def test_a_record_without_the_gold_answer_that_others_have_has_none(tmp_path: Path) -> None:
    """Its model's answer is no gold answer, and the records after it keep their own."""
    lines = [
        {"id": "r1", "answer": "x", "gold": "red"},
        {"id": "r2", "answer": "y"},
        {"id": "r3", "answer": "z", "gold": "blue"},
    ]
    path = written(tmp_path / "bench.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    found = questions(path)
    assert [q.gold.text if q.gold else None for q in found] == ["red", None, "blue"]
    assert [[a.source.text for a in q.answers] for q in found] == [["x"], ["y"], ["z"]]


def test_columns_of_models(tmp_path: Path) -> None:
    [question] = questions(
        written(tmp_path / "own.tsv", "qid\tquery\tgold\tanswer_a\tanswer_b\n7\tQ?\tG\tA\tB\n")
    )
    assert question.id == "7"
    assert [(a.model, a.source.text) for a in question.answers] == [("a", "A"), ("b", "B")]


def test_a_row_without_a_question_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "own.csv", "question,gold\n,G\nQ?,G\n")
    bad, good = loaders.load(path)
    assert isinstance(bad, BadRecord)
    assert str(bad).startswith("own.csv: row 1 (line 2): question: expected text, found nothing")
    assert isinstance(good, Question)


def test_pubmedqa_names_a_bad_record_and_goes_on(tmp_path: Path) -> None:
    text = json.dumps({"1": {"QUESTION": 3}, "2": {"QUESTION": "Q?", "CONTEXTS": ["a", "b"]}})
    bad, good = loaders.load(written(tmp_path / "p.json", text), "pubmedqa")
    assert str(bad).startswith("p.json: record 1: QUESTION: expected text")
    assert isinstance(good, Question)
    assert good.context is not None
    assert good.context.text == "a\n\nb"


@pytest.mark.parametrize("text", ['{"1": {"QUESTION": "Q?"}', '{"1" 2}', "[]", ""])
def test_a_broken_object_is_one_bad_record_at_its_end(tmp_path: Path, text: str) -> None:
    records = list(loaders.load(written(tmp_path / "p.json", text), "pubmedqa"))
    assert isinstance(records[-1], BadRecord)


def test_edc_needs_both_files_with_as_many_lines(tmp_path: Path) -> None:
    texts = written(tmp_path / "x_texts.txt", "One.\nTwo.\n")
    with pytest.raises(InputError, match=r"expected x_triples\.txt"):
        list(loaders.load(texts))
    written(tmp_path / "x_triples.txt", "[['a', 'b', 'c']]\n")
    assert isinstance(list(loaders.load(texts))[-1], BadRecord)
    written(tmp_path / "x_triples.txt", "[['a', 'b', 'c']]\nimport os\n")
    assert "line 2" in str(list(loaders.load(texts))[-1])


def test_the_public_files(real_data: Path) -> None:
    counts = {
        "pubmedqa/ori_pqal_non_test.json": 500,
        "medhallu/medhallu_first_500.jsonl": 500,
        "factcheck_gpt/benchmark_first_47.jsonl": 47,
        "edc/webnlg_texts.txt": 1165,
    }
    for name, count in counts.items():
        assert len(questions(real_data / name)) == count
