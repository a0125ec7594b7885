"""What holds for every loader: metadata, a tiny sample, detection, flat memory."""

import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import loaders
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.model import BadRecord, Question, TextPair

SAMPLES = Path(__file__).parent.parent / "data" / "loaders"
RECORDS = {
    "jsonl": ("jsonl.jsonl", 3),
    "triplet_table": ("triplet_table.csv", 2),
    "s3kg_llm_eval": ("s3kg_llm_eval.jsonl", 1),
    "s3kg_bench": ("s3kg_bench.jsonl", 3),
    "refchecker": ("refchecker", 2),
    "pubmedqa": ("pubmedqa.json", 2),
    "medhallu": ("medhallu.jsonl", 1),
    "factcheck_gpt": ("factcheck_gpt.jsonl", 1),
    "edc": ("small_texts.txt", 2),
    "columns": ("columns.csv", 2),
}
TRIPLETS = [[f"head {i}", "relation", f"tail {i}"] for i in range(25)]


def test_every_loader_has_a_sample() -> None:
    assert set(RECORDS) == set(loaders.LOADERS)


@pytest.mark.parametrize("name", loaders.LOADERS)
def test_metadata_is_complete(name: str) -> None:
    metadata = loaders.LOADERS[name].METADATA

    assert metadata.name == name
    assert metadata.title
    assert metadata.licence
    assert metadata.revision
    assert metadata.homepage.startswith(("https://", "docs/"))
    assert metadata.yields in {"questions", "pairs"}


@pytest.mark.parametrize("name", loaders.LOADERS)
def test_a_sample_is_detected_and_loads_whole(name: str) -> None:
    file, count = RECORDS[name]
    path = SAMPLES / file

    assert loaders.detect(path) == name
    records = list(loaders.load(path))
    kind = TextPair if loaders.LOADERS[name].METADATA.yields == "pairs" else Question
    assert [type(record) for record in records] == [kind] * count
    assert list(loaders.load(path, name)) == records


def test_a_loader_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys, loaders; "
        "sys.exit(any(path in sys.modules for path in loaders.LOADERS.modules.values()))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    for read in (loaders.detect, loaders.load, loaders.read_triplets):
        with pytest.raises(InputError, match="no such file"):
            read(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="no such file"):
        loaders.load(tmp_path / "none.jsonl", "jsonl")
    with pytest.raises(InputError, match=r"expected files \*_answers.json"):
        list(loaders.load(tmp_path))


def test_an_unknown_loader_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="--loader: expected one of jsonl, "):
        loaders.load(SAMPLES / "jsonl.jsonl", "other")


def test_detection_passes_over_lines_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_text('{"id": \n{"id": 1, "text_1": "a", "text_2": "b"}\n', encoding="utf-8")

    assert loaders.detect(path) == "s3kg_bench"


def test_detection_by_the_first_record_of_a_list(tmp_path: Path) -> None:
    path = tmp_path / "renamed.json"
    path.write_text('[\n {"id": "1",\n "claude2_response_kg": []}\n]', encoding="utf-8")

    assert loaders.detect(path) == "refchecker"


def _jsonl(i: int) -> str:
    answer = {"model": "m", "text": "t" * 400, "triplets": TRIPLETS}
    return json.dumps({"id": f"q{i}", "answers": [answer]}) + "\n"


def _eval(i: int) -> str:
    answer = {"text": "t" * 400, "kg_llm": TRIPLETS, "kg_gold": TRIPLETS, "kg_context": []}
    return json.dumps({"id": f"q{i}", "answers": {"m": answer}}) + "\n"


def _bench(i: int) -> str:
    return json.dumps({"id": i, "text_1": "t" * 400, "kg_1": TRIPLETS, "kg_2": TRIPLETS}) + "\n"


def _table(i: int) -> str:
    header = "id,subject,relation,object\n" if i == 0 else ""
    return header + "".join(f'q{i},{h},"{r}",{t}\n' for h, r, t in TRIPLETS)


def _refchecker(i: int) -> str:
    entries = [{"triplet": triplet, "human_label": "Neutral"} for triplet in TRIPLETS]
    record = {"id": f"q{i}", "response": "t" * 400, "claude2_response_kg": entries}
    return ("," if i else "[") + json.dumps(record, indent=1)


LONG = "t" * 2000


def _pubmedqa(i: int) -> str:
    record = {"QUESTION": "Q?", "CONTEXTS": [LONG], "LONG_ANSWER": "G"}
    return ("," if i else "{") + json.dumps(str(i)) + ": " + json.dumps(record)


def _medhallu(i: int) -> str:
    record = {"Question": f"Q{i}?", "Knowledge": [LONG], "Ground Truth": "G"}
    return json.dumps(record | {"Hallucinated Answer": "H"}) + "\n"


def _factcheck_gpt(i: int) -> str:
    return json.dumps({"id": i, "prompt": "Q?", "response": LONG, "revised_response": "G"}) + "\n"


def _columns(i: int) -> str:
    return ("question,gold,answer_m\n" if i == 0 else "") + f"Q{i}?,{LONG},A\n"


GENERATED: dict[str, tuple[str, Callable[[int], str], str]] = {
    "jsonl": ("generated.jsonl", _jsonl, ""),
    "triplet_table": ("generated.csv", _table, ""),
    "s3kg_llm_eval": ("generated.jsonl", _eval, ""),
    "s3kg_bench": ("generated.jsonl", _bench, ""),
    "refchecker": ("m_m1_answers.json", _refchecker, "]"),
    "pubmedqa": ("generated.json", _pubmedqa, "}"),
    "medhallu": ("generated.jsonl", _medhallu, ""),
    "factcheck_gpt": ("generated.jsonl", _factcheck_gpt, ""),
    "edc": ("generated_texts.txt", lambda _: LONG + "\n", ""),
    "columns": ("generated.csv", _columns, ""),
}


@pytest.mark.parametrize("name", loaders.LOADERS)
def test_memory_does_not_grow_with_the_file(name: str, tmp_path: Path) -> None:
    assert loaders.LOADERS[name]  # importing it takes memory too
    peaks = [_peak(name, tmp_path, count) for count in (200, 1000)]

    ids = 1000 * 150  # a hash of every id is kept
    assert peaks[1] < peaks[0] + ids


def _peak(name: str, folder: Path, count: int) -> int:
    file, text, end = GENERATED[name]
    path = folder / file
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(text(i) for i in range(count))
        stream.write(end)
    # edc has its triplets in a second file
    (folder / "generated_triples.txt").write_text("[['a', 'b', 'c']]\n" * count)
    tracemalloc.start()
    try:
        read = sum(not isinstance(record, BadRecord) for record in loaders.load(path, name))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        assert read == count


def test_memory_does_not_grow_with_a_folder(tmp_path: Path) -> None:
    assert loaders.LOADERS["refchecker"]
    peaks = []
    for count in (100, 500):
        for model in ("m1", "m2"):
            with (tmp_path / f"x_{model}_answers.json").open("w", encoding="utf-8") as stream:
                stream.writelines(_refchecker(i) for i in range(count))
                stream.write("]")
        tracemalloc.start()
        questions = sum(isinstance(record, Question) for record in loaders.load(tmp_path))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert questions == count
    assert peaks[1] < peaks[0] + 150_000
