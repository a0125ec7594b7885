"""The program as its users run it: real processes, the real server, files on disk."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from s3kg_neo4j import server
from s3kg_neo4j.database import Database

pytestmark = pytest.mark.server

S3KG = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]


@pytest.fixture
def environment(connection: server.Connection) -> dict[str, str]:
    return os.environ | {
        "S3KG_NEO4J_URI": connection.uri,
        "S3KG_NEO4J_PASSWORD": connection.password or "",
        "NO_COLOR": "1",
    }


def run(environment: dict[str, str], folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*S3KG, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_sample_gets_the_labels_a_person_gives(
    environment: dict[str, str], tmp_path: Path, sample: Path
) -> None:
    done = run(environment, tmp_path, "score", str(sample), "--format", "json")
    assert done.returncode == 0, done.stderr
    assert [row["model"] for row in json.loads(done.stdout)] == [
        "atlas",
        "atlas",
        "breeze",
        "breeze",
    ]
    assert "\r" not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    folder = tmp_path / "runs" / "sample"
    found: dict[tuple[str, str, float], dict[tuple[str, ...], tuple[str, str | None]]] = {}
    missing: dict[tuple[str, str, float], list[list[str]]] = {}
    for row in rows(folder / "errors.jsonl"):
        key = (row["id"], row["model"], row["temperature"])
        if row["category"] == "missing":
            missing.setdefault(key, []).append(row["gold"])
        else:
            found.setdefault(key, {})[tuple(row["answer"])] = (row["category"], row["in_context"])
    for expected in rows(sample.with_name("sample_labels.jsonl")):
        key = (expected["id"], expected["model"], expected["temperature"])
        own = found.get(key, {})
        for label in expected["labels"]:
            category, said = own.get(tuple(label["triplet"]), ("aligned", None))
            assert category == label["label"], (key, label)
            assert said == label.get("in_context", said), (key, label)
        assert missing.get(key, []) == expected["missing"]
    counts = {row["status"] for row in rows(folder / "scores.jsonl")}
    assert counts == {"OK", "EMPTY_LLM"}
    for row in rows(folder / "scores.jsonl"):
        tau, triplets = row["tau"], row["triplets"]
        pairs = sum(tau.values()) - tau["extra"] - tau["missing"]
        assert pairs + tau["extra"] == triplets["answer"]
        assert pairs + tau["missing"] == triplets["gold"]


def test_both_engines_write_the_same_bytes(
    environment: dict[str, str], tmp_path: Path, sample: Path
) -> None:
    for name, engine in (("one", "memory"), ("two", "neo4j"), ("three", "neo4j")):
        words = ["score", str(sample), "--engine", engine, "--out", name, "--direction", "both"]
        assert run(environment, tmp_path, *words).returncode == 0
    for file in ("scores.jsonl", "errors.jsonl"):
        contents = {(tmp_path / name / file).read_bytes() for name in ("one", "two", "three")}
        assert len(contents) == 1


def test_killed_runs_go_on_to_the_same_bytes(
    environment: dict[str, str], tmp_path: Path, sample: Path
) -> None:
    many = tmp_path / "many.jsonl"
    lines = sample.read_text(encoding="utf-8").splitlines()
    copies = [
        json.loads(line) | {"id": f"{i}-{n}"} for n in range(4) for i, line in enumerate(lines)
    ]
    many.write_text("".join(json.dumps(copy) + "\n" for copy in copies), encoding="utf-8")
    words = ["score", str(many), "--engine", "memory", "--encoder", "hashing"]
    assert run(environment, tmp_path, *words, "--out", "whole").returncode == 0
    moments = random.Random(7)
    for _ in range(4):
        process = subprocess.Popen(
            [*S3KG, *words, "--out", "killed", "--resume"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        journal = tmp_path / "killed" / "journal.jsonl"
        enough = journal.stat().st_size + 1 if journal.exists() else 1
        while process.poll() is None and (not journal.exists() or journal.stat().st_size < enough):
            time.sleep(0.005)
        time.sleep(moments.random() / 20)
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = run(environment, tmp_path, *words, "--out", "killed", "--resume")
    assert done.returncode == 0, done.stderr
    for file in ("scores.jsonl", "errors.jsonl"):
        assert (tmp_path / "killed" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()


def test_a_run_keeps_the_opposites_that_it_began_with(
    environment: dict[str, str], tmp_path: Path, sample: Path
) -> None:
    own = tmp_path / "own.txt"
    own.write_text("fever | headache\n", encoding="utf-8")
    words = ["score", str(sample), "--engine", "memory", "--encoder", "hashing", "--resume"]
    words += ["--opposites", "own.txt", "--out", "run"]
    assert run(environment, tmp_path, *words).returncode == 0
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["effective"]["measure"]["opposites"]["pairs"] == ["fever | headache"]
    own.write_text("# pains\n\nFever|headache", encoding="utf-8")
    assert run(environment, tmp_path, *words).returncode == 0
    own.write_text("fever | chill\n", encoding="utf-8")
    refused = run(environment, tmp_path, *words)
    assert refused.returncode == 2
    assert "that run had another input, other options" in refused.stderr


def test_a_half_written_line_is_cut_off(
    environment: dict[str, str], tmp_path: Path, sample: Path
) -> None:
    words = ["score", str(sample), "--engine", "memory", "--encoder", "hashing", "--out", "run"]
    assert run(environment, tmp_path, *words).returncode == 0
    scores = tmp_path / "run" / "scores.jsonl"
    whole = scores.read_bytes()
    scores.write_bytes(whole + b'{"id": "half')
    assert run(environment, tmp_path, *words, "--resume").returncode == 0
    assert scores.read_bytes() == whole
    other = run(environment, tmp_path, *words, "--resume", "--alpha", ".1")
    assert other.returncode == 2
    assert "other options" in other.stderr


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("not json\n", "line 2"),
        ('{"id": "q2", "answers": 3}\n', "answers"),
        ('{"id": "q1", "answers": []}\n', "q1"),
        ('{"answers": []}\n', "id"),
        ("[1]\n", "object"),
        ('{"id": "q2", "answers": [{"model": "m", "triplets": "abc"}]}\n', "answers[0].triplets"),
        ('{"id": "q2", "answers": [{"model": "m", "temperature": NaN}]}\n', "line 2"),
    ],
)
def test_a_bad_record_is_named_and_the_rest_is_scored(
    environment: dict[str, str], tmp_path: Path, text: str, complaint: str
) -> None:
    answer = {"model": "m", "triplets": [["a", "r", "b"], ["a", "b"]]}
    record = {"id": "q1", "gold": {"triplets": [["a", "r", "b"]]}, "answers": [answer]}
    good = json.dumps(record) + "\n"
    (tmp_path / "in.jsonl").write_text(good + text, encoding="utf-8")
    words = ["score", "in.jsonl", "--engine", "memory", "--encoder", "hashing"]
    done = run(environment, tmp_path, *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "skipped: in.jsonl" in line]
    assert complaint in line
    assert json.loads(done.stdout)[0]["gold_sim"] == 1
    told = json.loads((tmp_path / "runs/in/run.json").read_text())
    assert told["counts"]["rejected_triplets"] == 1
    (entry,) = told["rejected_triplets"]
    assert entry.startswith("question q1: answers[0].triplets[1]: ")
    assert f"rejected: {entry}" in done.stderr.splitlines()
    strict = run(environment, tmp_path, *words, "--strict", "--out", "strict")
    assert strict.returncode == 2


@pytest.mark.parametrize("content", [b"", b"not json\n", b"\xff\xfe{\x00", b'{"id": "\xe9"}\n'])
def test_nothing_usable_is_exit_2_in_one_line(
    environment: dict[str, str], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "in.jsonl").write_bytes(content)
    done = run(
        environment, tmp_path, "score", "in.jsonl", "--engine", "memory", "--encoder", "hashing"
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("s3kg: in.jsonl: nothing usable")


def test_a_server_that_is_away_is_exit_3(tmp_path: Path, sample: Path) -> None:
    environment = os.environ | {"S3KG_NEO4J_URI": "bolt://127.0.0.1:1"}
    done = run(environment, tmp_path, "score", str(sample), "--encoder", "hashing")
    assert done.returncode == 3
    assert "S3KG_NEO4J_URI" in done.stderr
    assert "Traceback" not in done.stderr


def test_compare_prints_one_object(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('[["a", "r", "b"]]')
    (tmp_path / "b.tsv").write_text("head\trelation\ttail\na\tq\tb\n")
    words = ["compare", "a.json", "b.tsv", "--no-filter", "--encoder", "hashing"]
    done = run(environment, tmp_path, *words, "--format", "json")
    found = json.loads(done.stdout)
    assert found["s_wl"] == 0.5
    assert {"s_sbert", "score", "status", "preset", "encoder", "alpha", "aligned"} <= set(found)
    assert "S_WL" in run(environment, tmp_path, *words).stdout


def test_views_of_a_scored_file(
    environment: dict[str, str], tmp_path: Path, sample: Path, shared_database: Database
) -> None:
    assert run(environment, tmp_path, "score", str(sample), "--aligner", "matrix").returncode == 0
    [made] = shared_database.ask("MATCH (run:Run {id: 'sample/paper'}) RETURN run.measure AS text")
    told = json.loads((tmp_path / "runs/sample/run.json").read_text())
    assert json.loads(made["text"]) == told["effective"]["measure"]
    errors = run(environment, tmp_path, "errors", "--category", "role_reversal", "--format", "csv")
    assert len(list(csv.DictReader(errors.stdout.splitlines()))) == 9
    lowest = run(environment, tmp_path, "errors", "--lowest", ".05", "--format", "jsonl")
    assert {json.loads(line)["model"] for line in lowest.stdout.splitlines()} == {"atlas", "breeze"}
    diff = run(environment, tmp_path, "diff", "geo-02", "--model", "breeze")
    assert "role_reversal" in diff.stdout
    assert "Bayeux Tapestry" in diff.stdout
    assert "sample/geo-02" in run(environment, tmp_path, "browse", "geo-02").stderr
    assert "sample" in run(environment, tmp_path, "datasets", "list").stdout
    audit = run(environment, tmp_path, "audit", "alignment_clusters", "--format", "json")
    assert audit.returncode == 0, audit.stderr
    assert "worst_questions" in run(environment, tmp_path, "audit").stdout
    assert run(environment, tmp_path, "diff", "nothing").returncode == 2
    assert (tmp_path / "runs/sample/report.html").read_text().count("<details") == 20
    assert run(environment, tmp_path, "datasets", "delete", "sample").returncode == 0
