"""The gate as its users run it: exit codes, references of all kinds, texts and questions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openai_server import endpoint

from s3kg_neo4j import server

pytestmark = pytest.mark.server

S3KG = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]
REFERENCE = [
    {"entity": "zeta", "name": "Zeta Ltd", "aliases": ["Zeta"]},
    {"relation": "directed by", "functional": True},
    {"fact": ["The Film", "directed by", "Ann Lee"], "source": "archive"},
    {"fact": ["Ann Lee", "works for", "zeta"], "valid_to": "2010"},
]


class Program:
    """Runs commands in a folder with files."""

    def __init__(self, folder: Path, connection: server.Connection) -> None:
        self.folder = folder
        self.environment = os.environ | {
            "S3KG_NEO4J_URI": connection.uri,
            "S3KG_NEO4J_PASSWORD": connection.password or "",
            "NO_COLOR": "1",
            "S3KG_CACHE_DIR": str(folder / "cache"),
        }

    def write(self, name: str, *records: object) -> str:
        lines = (r if isinstance(r, str) else json.dumps(r) for r in records)
        (self.folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return name

    def __call__(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*S3KG, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


@pytest.fixture(scope="module")
def s3kg(tmp_path_factory: pytest.TempPathFactory, connection: server.Connection) -> Program:
    program = Program(tmp_path_factory.mktemp("gate"), connection)
    program.write("films.jsonl", *REFERENCE)
    done = program("reference", "load", "films.jsonl")
    assert done.returncode == 0, done.stderr
    assert "films: 3 entities, 1 relations, 2 facts" in done.stderr
    return program


def test_a_verdict_decides_the_exit_code(s3kg: Program) -> None:
    claims = [
        {"claim": ["The Film", "was directed by", "Zeta"]},
        {"claim": ["Ann Lee", "works for", "Zeta"]},
        {"claim": ["Ann Lee", "works"]},
    ]
    file = s3kg.write("claims.jsonl", *claims)
    words = ("gate", file, "--reference", "films", "--as-of", "2020")
    plain = s3kg(*words, "--format", "json")
    assert [row["verdict"] for row in json.loads(plain.stdout)] == ["CONTRADICTED", "OUTDATED"]
    assert plain.stdout == s3kg(*words, "--format", "json").stdout
    assert "skipped: claims.jsonl: line 3: claim: expected [subject" in plain.stderr
    codes = {
        (): 0,
        ("--fail-on", "ungrounded"): 0,
        ("--fail-on", "ungrounded,outdated"): 1,
        ("--min-score", "0.25"): 0,
        ("--min-score", "0.26"): 1,
        ("--strict",): 2,
    }
    assert {more: s3kg(*words, *more).returncode for more in codes} == codes


def test_what_is_missing_is_named_in_one_line(s3kg: Program) -> None:
    bad = s3kg.write("bad.jsonl", "{", {"claim": []})
    asked = {
        ("gate", bad, "--reference", "films"): "nothing usable: 2 bad records",
        ("gate", bad): "--reference or --own: expected one of them",
        ("gate", bad, "--own", "gold", "--suggest", "3"): "--own: expected questions",
        ("gate", bad, "--reference", "films", "--functional", "is"): "--functional: ",
        ("gate", bad, "--reference", "nowhere"): "nothing usable",
        ("gate", "films.jsonl", "--reference", "films"): "nothing usable",
        ("gate", bad, "--reference", "films", "--fail-on", "false"): "--fail-on: expected some of",
        ("reference", "show", "films", "Bob"): "nothing there is named 'Bob'",
        ("reference", "check", "nowhere"): "not stored",
    }
    for words, said in asked.items():
        done = s3kg(*words)
        last = done.stderr.strip().splitlines()[-1]
        assert (done.returncode, said in last) == (2, True), done.stderr


def test_a_bad_reference_replaces_nothing(s3kg: Program) -> None:
    bad = s3kg.write("films2.jsonl", *REFERENCE, {"fact": ["The Film", "directed by"]})
    done = s3kg("reference", "load", bad, "--name", "films")
    assert done.returncode == 2
    assert "films2.jsonl: line 5: fact: expected [subject" in done.stderr
    assert "2" in s3kg("reference", "list", "--format", "csv").stdout
    shown = s3kg("reference", "show", "films", "zeta", "--format", "json")
    assert json.loads(shown.stdout)[0]["facts"] == ["Ann Lee works for Zeta Ltd, until 2010-12-31"]


def test_claims_from_prose(s3kg: Program) -> None:
    (s3kg.folder / "note.txt").write_text("The Film was directed by Bob. Ann Lee slept.")
    done = s3kg("gate", "note.txt", "--from-text", "--reference", "films", "--format", "json")
    assert done.returncode == 0, done.stderr
    first = json.loads(done.stdout)[0]
    assert first["document"] == "note"
    assert first["sentence"] == "The Film was directed by Bob."
    assert first["reason"] == "the object is not in the reference"


def test_claims_from_prose_by_a_model(s3kg: Program) -> None:
    graphs = {"knowledge_graph2": [["The Film", "directed by", "Zeta"]]}
    (s3kg.folder / "review.txt").write_text("Zeta made the film.")
    words = ("gate", "review.txt", "--from-text", "--reference", "films", "--format", "json")
    assert "--extraction-model" in s3kg(*words, "--extractor", "llm").stderr
    with endpoint(lambda _, __: {"content": json.dumps(graphs)}) as seen:
        s3kg.environment |= {"S3KG_LLM_BASE_URL": seen.url, "S3KG_LLM_API_KEY": "k"}
        done = s3kg(*words, "--extractor", "llm", "--extraction-model", "m")
    assert done.returncode == 0, done.stderr
    assert [row["verdict"] for row in json.loads(done.stdout)] == ["CONTRADICTED"]
    assert "m: 1 calls" in done.stderr


def test_answers_against_their_own_context(s3kg: Program) -> None:
    question = {
        "id": "q1",
        "context": {"triplets": [["Ann", "directed", "The Film"], ["Ann", "born in", "Oslo"]]},
        "answers": [
            {"model": "m", "triplets": [["Ann", "born in", "Oslo"]]},
            {"model": "n", "triplets": [["Ann", "born in", "The Film"]]},
            {"model": "o", "triplets": []},
        ],
    }
    file = s3kg.write("questions.jsonl", question, {"id": "q2", "answers": question["answers"]})
    words = ("gate", file, "--own", "context", "--format", "json")
    plain = json.loads(s3kg(*words).stdout)
    assert [(row["document"], row["verdict"]) for row in plain] == [
        ("q1 m", "SUPPORTED"),
        ("q1 n", "UNGROUNDED"),
    ]
    done = s3kg(*words, "--functional", "born in, lives in")
    assert json.loads(done.stdout)[1]["verdict"] == "CONTRADICTED"
    assert "skipped: questions.jsonl: q2: context: expected triplets, found none" in done.stderr
    assert "meanwhile" not in s3kg("reference", "list").stdout


def test_documents_say_what_they_rest_on(s3kg: Program) -> None:
    claims = [("Ann Lee", "met", "Bo"), ("Bo", "met", "Cy"), ("Dee", "met", "Eve")]
    file = s3kg.write("d.jsonl", *({"claim": list(c), "document": "d"} for c in claims))
    words = ("gate", file, "--reference", "films", "--documents")
    [row] = json.loads(s3kg(*words, "--format", "json").stdout)
    assert row["distances"] == {"bo": 1, "cy": 2, "dee": None, "eve": None}
    assert (row["flagged"], row["score"], row["grounding"]) == (["line 3"], 0.833333, 0.2)
    assert "distances" not in s3kg(*words).stdout


def test_suggestions_by_words(s3kg: Program) -> None:
    file = s3kg.write("typo.jsonl", {"claim": ["Ann Leee", "works for", "Zeta"]})
    done = s3kg("gate", file, "--reference", "films", "--suggest", "2")
    assert "'Ann Leee' may be Ann Lee (Ann Lee) 0.93" in done.stderr
