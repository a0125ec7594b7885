"""Two annotators side by side, on labels counted by hand."""

import json
from pathlib import Path

import pytest

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.report.agreement import agreement, read_labels
from s3kg_neo4j.runs import RunFolder


def labels_of(path: Path, *labels: str) -> Path:
    record = {
        "id": "q",
        "model": "m",
        "temperature": 0.0,
        "labels": [
            {"triplet": ["a", "r", str(number)], "label": label}
            for number, label in enumerate(labels)
        ],
    }
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return path


def test_agreement_by_hand(tmp_path: Path) -> None:
    first = read_labels(labels_of(tmp_path / "a", "aligned", "aligned", "extra", "extra"))
    second = read_labels(labels_of(tmp_path / "b", "aligned", "extra", "extra", "extra"))
    overall, aligned, extra = agreement(first.labels, second.labels)
    assert overall["agreement"] == 0.75
    # by chance: 1/2 * 1/4 + 1/2 * 3/4 = .5, so (.75 - .5) / .5
    assert overall["kappa"] == pytest.approx(0.5)
    assert overall["f1"] == 0.75
    assert overall["jaccard"] == pytest.approx(3 / 5)
    assert (aligned["precision"], aligned["recall"]) == (1.0, 0.5)
    assert (extra["precision"], extra["recall"]) == (pytest.approx(2 / 3), 1.0)


def test_the_papers_agreement_is_the_jaccard_of_its_f1() -> None:
    for f1, jaccard in ((0.9708, 0.9433), (0.9825, 0.9657), (0.9882, 0.9766)):
        assert f1 / (2 - f1) == pytest.approx(jaccard, abs=2e-4)


def test_a_triplet_that_one_left_out_counts_against_both(tmp_path: Path) -> None:
    first = read_labels(labels_of(tmp_path / "a", "aligned", "extra"))
    second = read_labels(labels_of(tmp_path / "b", "aligned"))
    overall = agreement(first.labels, second.labels)[0]
    assert (overall["agreement"], overall["in both"]) == (1.0, 1)
    assert overall["kappa"] is None
    assert overall["f1"] == pytest.approx(2 / 3)


def test_a_file_agrees_with_itself(sample: Path) -> None:
    found = read_labels(sample.with_name("sample_labels.jsonl"))
    assert not found.bad
    for row in agreement(found.labels, found.labels):
        assert (row["f1"], row["jaccard"], row["agreement"]) == (1.0, 1.0, 1.0)
        assert row["kappa"] == pytest.approx(1.0)


def test_what_a_run_does_not_list_is_aligned(tmp_path: Path) -> None:
    answer = {"id": "q", "model": "m", "temperature": 0.0, "repeat": 0}
    scores = answer | {"status": "OK", "gold_sim": 1, "ctx_sim": 1, "cus": 1, "tau": {"extra": 1}}
    error = answer | {
        "category": "extra",
        "answer": ["a", "r", "1"],
        "gold": None,
        "in_context": None,
    }
    with RunFolder(tmp_path / "run", {}, resume=False) as folder:
        folder.add("q", [scores], [error])
    run = read_labels(tmp_path / "run")
    person = read_labels(labels_of(tmp_path / "a", "aligned", "extra"))
    assert agreement(run.beside(person), person.beside(run))[0]["f1"] == 1.0


def test_bad_lines_are_named_and_the_rest_counts(tmp_path: Path) -> None:
    file = labels_of(tmp_path / "a", "aligned")
    with file.open("a", encoding="utf-8") as stream:
        stream.write(
            '{"id": "x"}\nno json\n{"id": "y", "triplet": ["a", "b", "c\u2028d"], "label": "z"}\n'
        )
    found = read_labels(file)
    assert len(found.labels) == 2  # a line separator inside a text ends no line
    assert [line.split(": ")[1] for line in found.bad] == ["line 2", "line 3"]
    (tmp_path / "empty").write_text("")
    with pytest.raises(InputError, match="no labels"):
        read_labels(tmp_path / "empty")
