"""`s3kg bench similarity` and what belongs to it, as real processes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

S3KG = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Ten pairs: alike ones mean the same, but the last; one has no second graph."""
    path = tmp_path / "mine.jsonl"
    cities = ["paris", "oslo", "rome", "bern", "lima"]
    lines = []
    for number in range(10):
        same, city = number % 2, cities[number // 2]
        other = city if same else cities[(number // 2 + 1) % 5]
        lines.append(
            {
                "id": number,
                "text_1": f"{city} is a city by the sea",
                "text_2": f"{other} is a city on the coast",
                "kg_1": [[city, "is_a", "city"], [city, "by", "sea"]],
                "kg_2": [[other, "is_a", "city"], [other, "by", "coast"]] if number else [],
                "label": same if number < 9 else 0,
            }
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*S3KG, *words],
        cwd=folder,
        env=os.environ | {"S3KG_CACHE_DIR": str(folder / "cache"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_one_object_a_set_and_method(tmp_path: Path, pairs: Path) -> None:
    words = ["bench", "similarity", str(pairs), "--encoder", "hashing", "--format", "json"]
    words += ["--method", "ROUGE-1", "--method", "paper", "--method", "triplet-jaccard"]
    first = run(tmp_path, *words)
    assert first.returncode == 0, first.stderr
    rows = json.loads(first.stdout)
    assert [(row["set"], row["method"]) for row in rows] == [
        ("mine", "rouge-1"),
        ("mine", "s3kg-paper"),
        ("mine", "triplet-jaccard"),
    ]
    for row in rows:
        assert row["n"] == 10
        assert 0 <= row["f1"] <= 1
        assert 0 <= row["auroc"] <= 1
        assert row["seconds"] >= 0
        assert row["threshold"] is not None
    assert [row["n_undefined"] for row in rows] == [0, 1, 1]
    assert "NaN" not in first.stdout
    # read back from the kept scores: the same bytes, seconds too
    assert run(tmp_path, *words).stdout == first.stdout


def test_page_and_document_stand_alone(tmp_path: Path, pairs: Path) -> None:
    words = ["bench", "similarity", str(pairs), "--encoder", "hashing", "--format", "csv"]
    words += ["--method", "rouge-1", "--method", "paper", "--method", "kea"]
    published = tmp_path / "published.csv"
    published.write_text("dataset,method,f1,auroc\nMINE,ROUGE-1,1.0,1.0\n", encoding="utf-8")
    made = run(
        tmp_path, *words, "--page", "p.html", "--document", "d.md", "--published", str(published)
    )
    assert made.returncode == 0, made.stderr
    assert len(made.stdout.splitlines()) == 4
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert not re.search(
        r"""(src|href)=["'](?!#)""", re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    )
    assert page.count("<svg") == 3
    assert "lima → is_a → city" in page
    text = (tmp_path / "d.md").read_text(encoding="utf-8")
    assert "| mine | ROUGE-1 |" in text
    assert str(tmp_path) not in text
    run(tmp_path, *words, "--page", "again.html")
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page


def test_what_cannot_be_used_is_one_line(tmp_path: Path, pairs: Path) -> None:
    unknown = run(tmp_path, "bench", "similarity", str(pairs), "--method", "rouge-9")
    assert unknown.returncode == 2
    assert "expected all or some of rouge-1" in unknown.stderr
    with pairs.open("a", encoding="utf-8") as stream:
        stream.write("no json\n")
    words = ["bench", "similarity", str(pairs), "--method", "rouge-1", "--format", "json"]
    lenient, strict = run(tmp_path, *words), run(tmp_path, *words, "--strict")
    assert (lenient.returncode, strict.returncode) == (0, 2)
    assert "mine.jsonl: line 11" in lenient.stderr
    assert json.loads(lenient.stdout)[0]["n"] == 10
    nothing = tmp_path / "nothing.jsonl"
    nothing.write_text('{"id": 1, "kg_1": [], "kg_2": [], "label": null}\n')
    empty = run(tmp_path, "bench", "similarity", str(nothing))
    assert empty.returncode == 2
    assert "1 unlabelled pairs" in empty.stderr
    absent = run(
        tmp_path, *words[:3], "--method", "bertscore", "--model", f"bertscore={tmp_path / 'x'}"
    )
    assert absent.returncode == 3
    assert "Traceback" not in absent.stderr + unknown.stderr + strict.stderr


def test_a_swap_set_is_a_set(tmp_path: Path) -> None:
    text = (
        "The company was designed near Paris in 1901 and currently operates numerous schools. "
        "It was sold to Oslo in 1950. Despite this, the firm began a famous journal."
    )
    passages = tmp_path / "passages.jsonl"
    passages.write_text(
        "".join(json.dumps({"row": row, "context": text}) + "\n" for row in range(3)),
        encoding="utf-8",
    )
    words = ["bench", "swap-set", str(passages), "--out", "swaps.jsonl", "--format", "json"]
    made = run(tmp_path, *words)
    assert made.returncode == 0, made.stderr
    assert {row["perturbation"] for row in json.loads(made.stdout)} == {
        "paraphrase",
        "entity",
        "number",
        "relation",
    }
    scored = run(
        tmp_path, "bench", "similarity", "swaps.jsonl", "--method", "rouge-1", "--format", "json"
    )
    assert json.loads(scored.stdout)[0]["auroc"] == 0.5
