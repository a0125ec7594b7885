"""ask, extract and run, as a user has them, against a local endpoint."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from openai_server import Endpoint, endpoint, in_turn

MAIN = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]
KEY = "sk-local-secret-42"

logger = logging.getLogger(__name__)


def graph_reply(*triplets: list[str]) -> dict[str, Any]:
    graphs = {f"knowledge_graph{n}": list(triplets) for n in (1, 2, 3)}
    return {"content": json.dumps(graphs)}


GOOD = graph_reply(["paris", "capital of", "france"])


def surroundings(folder: Path, seen: Endpoint | None, **more: str) -> dict[str, str]:
    given = {"S3KG_CACHE_DIR": str(folder / "cache"), "S3KG_LLM_API_KEY": KEY, "COLUMNS": "200"}
    if seen is not None:
        given["S3KG_LLM_BASE_URL"] = seen.url
    return os.environ | given | more


def s3kg(
    folder: Path, seen: Endpoint | None, *words: str, **more: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*MAIN, *words],
        cwd=folder,
        env=surroundings(folder, seen, **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert KEY not in done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done


def questions(folder: Path, count: int, *, answers: bool = False) -> Path:
    path = folder / "questions.jsonl"
    with path.open("w") as stream:
        for n in range(count):
            record: dict[str, Any] = {
                "id": f"q{n}",
                "question": f"Number {n}?",
                "gold": {"text": f"Gold {n}."},
                "context": {"text": f"Context {n}. It says {{P1}} and {{0}}."},
            }
            if answers:
                record["answers"] = [{"model": "m", "text": f"Answer {n}."}]
            stream.write(json.dumps(record) + "\n")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_answers_are_collected_with_their_circumstances(tmp_path: Path) -> None:
    questions(tmp_path, 2)
    with endpoint(in_turn({"content": "Yes."})) as seen:
        words = ["ask", "questions.jsonl", "--model", "a", "--model", "b", "--seed", "5"]
        done = s3kg(tmp_path, seen, *words)
        assert done.returncode == 0, done.stderr
        assert len(seen.requests) == 2 * 2 * 4
        assert "Context 0. It says {P1} and {0}." in " ".join(seen.users)
        again = s3kg(tmp_path, seen, *words, "--out", "again.jsonl")
        assert len(seen.requests) == 16
        assert again.stderr.count("0 calls, 8 replies kept from before") == 2
    records = lines(tmp_path / "questions.answers.jsonl")
    answers = records[0]["answers"]
    assert [(a["model"], a["temperature"]) for a in answers] == [
        (model, t) for model in "ab" for t in (0.0, 0.3, 0.7, 1.0)
    ]
    assert {
        "prompt",
        "finish_reason",
        "prompt_tokens",
        "completion_tokens",
        "seconds",
        "seed",
    } <= set(answers[0])
    assert (tmp_path / "again.jsonl").read_bytes() == (
        tmp_path / "questions.answers.jsonl"
    ).read_bytes()


def test_what_is_named_twice_is_asked_once(tmp_path: Path) -> None:
    """No loader takes two answers of one model, temperature and repeat."""
    questions(tmp_path, 1)
    with endpoint(in_turn({"content": "Yes."})) as seen:
        words = ["--model", "m", "--model", "m", "--temperature", "0", "--temperature", "0.0"]
        assert s3kg(tmp_path, seen, "ask", "questions.jsonl", *words).returncode == 0
    [record] = lines(tmp_path / "questions.answers.jsonl")
    assert len(record["answers"]) == len(seen.requests) == 1


def test_from_text_to_scores_in_one_command(tmp_path: Path) -> None:
    questions(tmp_path, 3)

    def script(_: int, body: dict[str, Any]) -> dict[str, Any]:
        return GOOD if "response_format" in body else {"content": "Paris it is."}

    with endpoint(script) as seen:
        done = s3kg(
            tmp_path,
            seen,
            "run",
            "questions.jsonl",
            "--model",
            "m",
            "--temperature",
            "0",
            "--extraction-model",
            "x",
            "--engine",
            "memory",
            "--encoder",
            "hashing",
        )
    assert done.returncode == 0, done.stderr
    rows = lines(tmp_path / "runs" / "questions" / "scores.jsonl")
    assert [(row["id"], row["cus"]) for row in rows] == [("q0", 1.0), ("q1", 1.0), ("q2", 1.0)]


def test_graphs_say_where_they_come_from_and_can_be_scored(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    text = "It rained. Paris is the capital of France."
    path.write_text(
        json.dumps({"id": 1, "gold": {"text": text}, "answers": [{"model": "m", "text": text}]})
    )
    with endpoint(in_turn(graph_reply(["Paris", "is capital of", "France"]))) as seen:
        done = s3kg(tmp_path, seen, "extract", "one.jsonl", "--extraction-model", "x")
    assert done.returncode == 0, done.stderr
    [record] = lines(tmp_path / "one.graphs.jsonl")
    [[sentence, start, end]] = record["answers"][0]["origins"]
    assert (sentence, text[start:end]) == (1, "Paris is the capital of France")


def test_long_contexts_are_read_in_passages_with_names_in_use(tmp_path: Path) -> None:
    sentences = " ".join(f"Sentence number {n} speaks of things." for n in range(40))
    record = {"id": 1, "context": {"text": sentences}, "answers": [{"model": "m", "text": "Yes."}]}
    (tmp_path / "long.jsonl").write_text(json.dumps(record))
    with endpoint(in_turn(GOOD)) as seen:
        done = s3kg(
            tmp_path, seen, "extract", "long.jsonl", "--extraction-model", "x", "--passage", "500"
        )
    assert done.returncode == 0, done.stderr
    assert len(seen.requests) > 2
    assert "Names already in use: paris; france" in seen.users[1]
    sent = " ".join(re.findall(r"<text3>\n(.*?)\n</text3>", " ".join(seen.users)))
    assert sent == sentences


def test_a_folder_with_another_files_run_is_refused_before_a_call(tmp_path: Path) -> None:
    questions(tmp_path, 1, answers=True)
    record = {"id": "q", "gold": {"triplets": []}, "answers": [{"model": "m", "triplets": []}]}
    (tmp_path / "other.jsonl").write_text(json.dumps(record) + "\n")
    plain = ("--engine", "memory", "--encoder", "hashing", "--out", "here")
    assert s3kg(tmp_path, None, "score", "other.jsonl", *plain).returncode == 0
    with endpoint(in_turn(GOOD)) as seen:
        done = s3kg(tmp_path, seen, "run", "questions.jsonl", "--extraction-model", "x", *plain)
    assert done.returncode == 2
    assert "here: a run of other.jsonl lies there" in done.stderr
    assert seen.requests == []


def test_one_bad_reply_costs_no_other(tmp_path: Path) -> None:  # Z87
    questions(tmp_path, 120, answers=True)

    def script(_: int, body: dict[str, Any]) -> dict[str, Any]:
        bad = "Answer 57." in body["messages"][-1]["content"]
        return {"content": "not json"} if bad else GOOD

    with endpoint(script) as seen:
        words = ["extract", "questions.jsonl", "--extraction-model", "x", "--strict"]
        done = s3kg(tmp_path, seen, *words, S3KG_LLM_CONCURRENCY="20")
    assert done.returncode == 2
    assert done.stderr.count("failed: q57, m: no JSON") == 1
    records = lines(tmp_path / "questions.graphs.jsonl")
    failed = [r["id"] for r in records if r["answers"][0].get("status") == "FAILED"]
    assert (len(records), failed) == (120, ["q57"])


def test_what_a_reply_lost_is_said(tmp_path: Path) -> None:  # Z04, Z13
    questions(tmp_path, 1, answers=True)
    cut = graph_reply(["a", "b"], ["a", "b", "c"])["content"][:-30]
    with endpoint(in_turn({"content": cut, "finish_reason": "length"})) as seen:
        done = s3kg(tmp_path, seen, "extract", "questions.jsonl", "--extraction-model", "x")
    assert "rejected: 2 entries that are no triplets" in done.stderr
    assert "TRUNCATED: 3 graphs, cut at a token limit; see --max-tokens" in done.stderr


def test_a_pipe_is_written_to_and_a_folder_refused_before_a_call(tmp_path: Path) -> None:
    questions(tmp_path, 1, answers=True)
    words = ["extract", "questions.jsonl", "--extraction-model", "x", "--out"]
    with endpoint(in_turn(GOOD)) as seen:
        done = s3kg(tmp_path, seen, *words, str(tmp_path))
        assert done.returncode == 2
        assert "expected a file to write, found a folder" in done.stderr
        assert seen.requests == []
        done = s3kg(tmp_path, seen, *words, "/dev/stdout")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["id"] == "q0"
    assert Path("/dev/stdout").is_symlink()


def test_no_triplets_at_all_is_a_warning(tmp_path: Path) -> None:  # Z92
    questions(tmp_path, 3, answers=True)
    with endpoint(in_turn(graph_reply())) as seen:
        done = s3kg(
            tmp_path, seen, "extract", "questions.jsonl", "--extraction-model", "x", "--strict"
        )
    assert done.returncode == 2
    assert "warning: 0 triplets from 3 questions" in done.stderr


def test_piped_output_is_plain(tmp_path: Path) -> None:  # Z91
    questions(tmp_path, 3, answers=True)
    with endpoint(in_turn(GOOD)) as seen:
        words = ["extract", "questions.jsonl", "--extraction-model", "x"]
        plan = s3kg(tmp_path, seen, *words, "--dry-run", "--format", "json", CI="1", NO_COLOR="1")
        done = s3kg(tmp_path, seen, *words, CI="1", NO_COLOR="1")
    assert json.loads(plan.stdout)[0]["calls"] == 3
    assert done.stdout == ""
    assert not re.search(r"[\x1b\r]", plan.stdout + plan.stderr + done.stderr)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ask", "questions.jsonl", "--model", "m"], "S3KG_LLM_BASE_URL"),
        (["ask", "questions.jsonl", "--model", " "], "--model: expected the model's name"),
        (["ask", "questions.jsonl", "--model", "m", "--temperature", "inf"], "--temperature"),
        (["extract", "questions.jsonl"], "--extraction-model"),
        (["extract", "questions.jsonl", "--extractor", "none"], "--extractor: expected one of"),
        (["extract", "questions.jsonl", "--extractor", "no.py"], "no.py: no such file"),
        (["ask", "nowhere.jsonl", "--model", "m"], "nowhere.jsonl: no such file"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, words: list[str], said: str) -> None:
    questions(tmp_path, 1, answers=False)
    done = s3kg(tmp_path, None, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("s3kg: ") or "s3kg: " in done.stderr


def test_an_endpoint_that_is_not_there_is_the_environments_fault(tmp_path: Path) -> None:
    questions(tmp_path, 2)
    nowhere = {"S3KG_LLM_BASE_URL": "http://127.0.0.1:9/v1", "S3KG_LLM_ATTEMPTS": "2"}
    words = ["ask", "questions.jsonl", "--model", "m", "--temperature", "0"]
    done = s3kg(tmp_path, None, *words, **nowhere)
    assert done.returncode == 3
    assert "no call brought a reply, the last one: no connection" in done.stderr
    assert not (tmp_path / "questions.answers.jsonl").exists()


def test_twenty_at_a_time_take_little_over_the_latency(tmp_path: Path) -> None:
    questions(tmp_path, 200)
    with endpoint(in_turn({"content": "Yes.", "seconds": 1})) as seen:
        words = ["ask", "questions.jsonl", "--model", "m", "--temperature", "0"]
        done = s3kg(tmp_path, seen, *words, S3KG_LLM_CONCURRENCY="20")
        assert done.returncode == 0, done.stderr
        assert len(seen.requests) == 200
        assert seen.most_at_once == 20
    took = max(seen.replied) - min(seen.times)
    logger.info("200 calls of 1 s, 20 at a time: %.1f s", took)  # pytest --log-cli-level=INFO


def test_a_killed_command_repeats_no_reply_that_it_had(tmp_path: Path) -> None:
    questions(tmp_path, 200)
    words = ["ask", "questions.jsonl", "--model", "m", "--temperature", "0"]
    with endpoint(
        lambda _, body: {"content": body["messages"][-1]["content"], "seconds": 0.1}
    ) as seen:
        env = surroundings(tmp_path, seen, S3KG_LLM_CONCURRENCY="10")
        running = subprocess.Popen(
            [*MAIN, *words], cwd=tmp_path, env=env, stderr=subprocess.DEVNULL
        )
        while len(seen.replied) < 60:
            time.sleep(0.01)
            assert running.poll() is None
        running.send_signal(signal.SIGKILL)
        running.wait()
        time.sleep(0.5)
        before = len(seen.requests)
        done = s3kg(tmp_path, seen, *words, S3KG_LLM_CONCURRENCY="10")
        assert done.returncode == 0, done.stderr
        assert before <= 200
        repeated = len(seen.requests) - 200
        [total] = json.loads(s3kg(tmp_path, seen, "calls", "--format", "json").stdout)
    assert (total["calls"], total["replies"]) == (200 + total["unfinished"], 200)
    # Only calls under way are made again; one entered and not yet sent reached no endpoint.
    assert 0 <= repeated <= total["unfinished"] <= 10
    texts = [r["answers"][0]["text"] for r in lines(tmp_path / "questions.answers.jsonl")]
    assert len(set(texts)) == 200


def test_an_interrupted_command_says_how_to_go_on(tmp_path: Path) -> None:
    questions(tmp_path, 50)
    words = ["ask", "questions.jsonl", "--model", "m", "--temperature", "0"]
    with endpoint(in_turn({"content": "Yes.", "seconds": 0.2})) as seen:
        running = subprocess.Popen(
            [*MAIN, *words],
            cwd=tmp_path,
            env=surroundings(tmp_path, seen),
            stderr=subprocess.PIPE,
            text=True,
        )
        while len(seen.replied) < 12:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
        assert running.returncode == 130, said
        assert "the same command can be given again" in said
        assert not (tmp_path / "questions.answers.jsonl").exists()
        sent = len(seen.requests)
        assert sent < 50
        assert s3kg(tmp_path, seen, *words).returncode == 0
        assert len(seen.requests) == 50
