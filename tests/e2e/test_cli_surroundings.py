"""The command line in odd surroundings: closed pipes, full disks, odd names, an impatient user."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

S3KG = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]
FULL = Path("/dev/full")
ANSWER = {"model": "m", "triplets": [["b", "r", "\x1b[31ma"]]}
QUESTION = {"id": "q1", "gold": {"triplets": [["a", "r", "b"]]}, "answers": [ANSWER]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in.jsonl").write_text(json.dumps(QUESTION) + "\n", encoding="utf-8")
    return tmp_path


def shell(folder: Path, words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run words after ``s3kg`` in a shell."""
    command = " ".join(f"'{word}'" for word in S3KG)
    return subprocess.run(
        ["/bin/sh", "-c", f"{command} {words}"],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=100,
        check=False,
    )


SCORE = "score in.jsonl --engine memory --encoder hashing"


def one_line(done: subprocess.CompletedProcess[str], code: int) -> str:
    assert done.returncode == code, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("s3kg: ")]
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_reader_who_has_enough_is_no_failure(folder: Path) -> None:
    done = shell(folder, f"{SCORE} 2>err | true; cat err")
    assert "Traceback" not in done.stdout
    command = " ".join(f"'{word}'" for word in S3KG)
    code = shell(folder, f"--help >/dev/null; ( {command} audit; echo $? >code ) | true; cat code")
    assert code.stdout.strip() == "0"
    assert code.stderr == ""


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_full_disk_is_one_line(folder: Path, form: str) -> None:
    assert "No space left" in one_line(shell(folder, f"audit --format {form} >/dev/full"), 3)


def test_closed_streams_are_no_crash(folder: Path) -> None:
    assert shell(folder, "audit >&-").returncode == 0
    assert shell(folder, "audit 2>&-").returncode == 0


def test_a_name_that_is_not_utf8_is_refused(folder: Path) -> None:
    (folder / os.fsdecode(b"x\xff.jsonl")).write_bytes((folder / "in.jsonl").read_bytes())
    line = one_line(shell(folder, "score *[!n].jsonl --engine memory", LC_ALL="C.UTF-8"), 2)
    assert "expected UTF-8" in line


def test_opposites_that_cannot_be_had_are_one_line(folder: Path) -> None:
    (folder / "own.txt").write_text("hot | cold\nhot cold\n", encoding="utf-8")
    line = one_line(shell(folder, f"{SCORE} --opposites own.txt"), 2)
    assert "own.txt: line 2: expected two sides" in line
    assert one_line(shell(folder, SCORE, S3KG_OPPOSITES="own.txt"), 2) == line
    cache = {"S3KG_CACHE_DIR": "cache", "S3KG_MAVEN_OFFLINE": "maven"}
    line = one_line(shell(folder, f"{SCORE} --wordnet main", **cache), 3)
    assert "s3kg wordnet install" in line
    assert one_line(shell(folder, SCORE, S3KG_WORDNET="main", **cache), 3) == line
    assert "S3KG_MAVEN_OFFLINE" in one_line(shell(folder, "wordnet install", **cache), 3)
    assert not (folder / "runs").exists()


def test_numbers_are_whole_at_eighty_columns(folder: Path) -> None:
    """`compare-runs` has the most columns of all."""
    assert shell(folder, f"{SCORE} --out a").returncode == 0
    csv = shell(folder, "compare-runs a a --format csv").stdout.splitlines()
    reader, terminal = os.openpty()
    process = subprocess.Popen([*S3KG, "compare-runs", "a", "a"], cwd=folder, stdout=terminal)
    assert process.wait(60) == 0
    os.close(terminal)
    table = os.read(reader, 1 << 16).decode()
    os.close(reader)
    names, row = csv[0].split(","), csv[1].split(",")
    before = f"{float(row[names.index('before')]):.4f}"
    assert table.split().count(before) >= 2, table
    assert "gained" in table


def test_labels_cannot_steer_the_terminal(folder: Path) -> None:
    assert shell(folder, SCORE).returncode == 0
    for words in ("errors", "errors --format md"):
        done = shell(folder, words)
        assert done.returncode == 0
        assert "[31ma" in done.stdout
        assert "\x1b" not in done.stdout + done.stderr
    line = one_line(shell(folder, "errors '\x1b[31mx'"), 2)
    assert "[31m" in line
    assert "\x1b" not in line


def test_this_folder_has_a_name_too(folder: Path) -> None:
    sample = Path(__file__).parent.parent / "data" / "loaders" / "refchecker"
    shutil.copytree(sample, folder / "answers")
    for name in (".", "../answers/../answers/."):
        words = f"score {name} --engine memory --encoder hashing --out ../runs/{len(name)}"
        assert shell(folder / "answers", words).returncode == 0
        run = json.loads((folder / f"runs/{len(name)}/run.json").read_text())
        assert run["given"]["dataset"] == "answers"


def test_a_negative_limit_is_refused(folder: Path) -> None:
    assert "--limit" in shell(folder, "errors --limit -1").stderr


def test_triplets_in_csv_are_json(folder: Path) -> None:
    assert shell(folder, SCORE).returncode == 0
    assert '"[""b"", ""r"", ' in shell(folder, "errors --format csv").stdout


def test_the_input_mended_the_same_command_works(folder: Path) -> None:
    good = (folder / "in.jsonl").read_bytes()
    (folder / "in.jsonl").write_bytes(b"not json\n")
    assert "nothing usable" in one_line(shell(folder, SCORE), 2)
    (folder / "in.jsonl").write_bytes(good)
    assert shell(folder, SCORE).returncode == 0
    assert "--resume" in one_line(shell(folder, SCORE), 2)


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (["score", "pipe", "--engine", "memory", "--encoder", "hashing"], "--resume"),
        (["compare", "pipe", "pipe"], "given again"),
    ],
)
def test_ctrl_c_says_how_to_go_on(folder: Path, words: list[str], advice: str) -> None:
    """The input is a pipe that nobody writes to: the command waits until it is interrupted."""
    os.mkfifo(folder / "pipe")
    process = subprocess.Popen(
        [*S3KG, *words], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert stderr.startswith("s3kg: interrupted; ")
    assert advice in stderr
    assert len(stderr.splitlines()) == 1
