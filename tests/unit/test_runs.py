"""Run folders: what lies there already is somebody's."""

import json
from pathlib import Path

import pytest

from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.runs import (
    ERRORS,
    JOURNAL,
    RUN,
    SCORES,
    RunFolder,
    discard_run,
    only_run,
    read_rows,
    read_run,
)

SETTINGS = {"input": "a"}
ROW = dict.fromkeys(
    ("id", "model", "temperature", "repeat", "status", "gold_sim", "ctx_sim", "cus", "tau")
)


def a_run(path: Path, file: str = "in.jsonl") -> Path:
    with RunFolder(path, SETTINGS, resume=False) as folder:
        folder.add("q1", [ROW | {"id": "q1"}], [])
        folder.close_run({"given": {"file": file}, "effective": {}, "counts": {}})
    return path


@pytest.mark.parametrize("name", [SCORES, ERRORS, RUN])
@pytest.mark.parametrize("resume", [False, True])
def test_files_that_no_run_made_stay(tmp_path: Path, name: str, resume: bool) -> None:
    (tmp_path / name).write_text("mine\n")
    with pytest.raises(UsageError, match="no run of s3kg made"):
        RunFolder(tmp_path, SETTINGS, resume=resume)
    assert (tmp_path / name).read_text() == "mine\n"


@pytest.mark.parametrize("text", ["no json\n", "[1]\n", "[" * 99_999 + "\n"])
def test_another_programs_journal_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / JOURNAL).write_text(text)
    for resume in (False, True):
        with pytest.raises(InputError, match="not as `s3kg score` wrote it"):
            RunFolder(tmp_path, SETTINGS, resume=resume)
    assert (tmp_path / JOURNAL).read_text() == text


def test_a_damaged_entry_of_a_journal_is_one_line(tmp_path: Path) -> None:
    journal = a_run(tmp_path) / JOURNAL
    first = journal.read_text().splitlines()[0]
    for entry in (
        '{"sizes": [1, 2]}',
        '{"id": "q1", "sizes": 3}',
        '{"id": "q1", "sizes": ["x", 1]}',
    ):
        journal.write_text(f"{first}\n{entry}\n")
        with pytest.raises(InputError, match="not as"):
            RunFolder(tmp_path, SETTINGS, resume=True)


def test_a_run_without_a_question_gives_way(tmp_path: Path) -> None:
    """The input held nothing usable, was mended, and is scored again."""
    with RunFolder(tmp_path, SETTINGS, resume=False) as folder:
        folder.close_run({"counts": {"bad_records": 1}})
    with RunFolder(tmp_path, {"input": "b"}, resume=False) as folder:
        assert not (tmp_path / RUN).exists()
        folder.add("q1", [ROW], [])
    with pytest.raises(UsageError, match="lies there already"):
        RunFolder(tmp_path, {"input": "c"}, resume=False)


@pytest.mark.parametrize("line", ["no json", "[]", "{}", '{"id": "q1"}', "NaN"])
@pytest.mark.parametrize("name", [SCORES, ERRORS])
def test_rows_of_another_program_are_an_input_error(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / name).write_text(line + "\n")
    with pytest.raises(InputError, match=name):
        list(read_rows(tmp_path, name))


@pytest.mark.parametrize("text", ["", "[]", "3", "{}", '{"given": 1}'])
def test_another_run_json_is_an_input_error(tmp_path: Path, text: str) -> None:
    (tmp_path / RUN).write_text(text)
    with pytest.raises(InputError, match="no finished run"):
        read_run(tmp_path / RUN)


def test_only_files_of_the_same_run_are_discarded(tmp_path: Path) -> None:
    folder = a_run(tmp_path / "run")
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"a run of in\.jsonl lies there"):
        discard_run(folder, "other.jsonl")
    assert json.loads((folder / SCORES).read_text())["id"] == "q1"
    discard_run(folder, "in.jsonl")
    assert {path.name for path in folder.iterdir()} - {".lock"} == {"notes.txt"}
    discard_run(folder, "in.jsonl")


def test_equal_runs_take_turns_and_others_do_not_wait(tmp_path: Path) -> None:
    settings = {"dataset": "answers", "measure": {"alpha": 0.5}}
    with only_run(tmp_path / "new", settings):
        with (
            pytest.raises(UsageError, match="answers: another run"),
            only_run(tmp_path / "new", settings),
        ):
            pass
        with only_run(tmp_path / "new", settings | {"measure": {"alpha": 0.1}}):
            pass
    with only_run(tmp_path / "new", settings):
        pass
