"""Vectors: deterministic, kept through kills, never mixed between encoders."""

import json
import logging
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from huggingface_hub.errors import LocalEntryNotFoundError, RepositoryNotFoundError
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.embed import Batch, Embedder, Vectors, cosines
from s3kg_neo4j.embed.cache import Identity, VectorCache
from s3kg_neo4j.embed.embedder import WRITE_EVERY
from s3kg_neo4j.embed.folder import Facts, find_folder, folder_revision, read_facts
from s3kg_neo4j.embed.hashing import HashingEncoder
from s3kg_neo4j.embed.vectors import snapped
from s3kg_neo4j.errors import EncoderError
from s3kg_neo4j.matching import UNDEFINED

SIGNS = [1, -1, -1, 1, 1, -1, 1, -1, 1, -1, -1, 0]

ME = Identity("name", "1", "float32")


class Counting(HashingEncoder):
    """The hashing encoder, counting what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        self.asked += texts
        for place, text in enumerate(texts):
            for batch in super().batches([text]):
                yield Batch((place,), batch.vectors, frozenset([place] if "long" in text else []))


def stored(folder: Path, identity: Identity, texts: Sequence[str]) -> list[str]:
    with VectorCache(folder, identity) as cache:
        return [texts[place] for place in sorted(cache.read(texts).places)]


def keep(folder: Path, identity: Identity, *texts: str) -> None:
    with VectorCache(folder, identity) as cache:
        cache.write(texts, np.ones((len(texts), 2), np.float32), [False] * len(texts))


def test_hashing_has_the_same_values_everywhere() -> None:
    (vector,) = HashingEncoder().encode(["a cat"])
    assert np.sign(vector[:12]).astype(int).tolist() == SIGNS


def test_hashing_tells_labels_apart_and_knows_equal_ones() -> None:
    letters = list("abcdefghijklmnopqrstuvwxyz")
    table = cosines(*[HashingEncoder().encode([*letters, "vitamin", "treaty"])] * 2)
    assert (np.diag(table) == 1).all()
    assert (table - np.eye(len(table))).max() < 0.5
    order = cosines(*[HashingEncoder().encode(["a r b", "b r a", "b r"])] * 2)
    assert 0.5 < order[0, 1] < 1


def test_each_distinct_string_is_encoded_once(tmp_path: Path) -> None:
    encoder = Counting()
    embedder = Embedder(encoder, VectorCache(tmp_path, ME))
    vectors = embedder.embed(["long text", "b", "b", "a"])
    assert encoder.asked == ["long text", "b", "a"]
    again = embedder.embed(["b", "new"])
    assert encoder.asked == ["long text", "b", "a", "new"]
    assert (again["b"] == vectors["b"]).all()
    assert (vectors.matrix(["a", "b"]) == [vectors["a"], vectors["b"]]).all()


def test_what_was_cut_or_unusable_is_known_from_the_cache_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        caplog.clear()
        embedder = Embedder(Counting(), VectorCache(tmp_path, ME))
        vectors = embedder.embed(["long one", " ", "short", "long " * 50])
        embedder.embed(["long one", "long two"])
        assert vectors.unusable == {" "}
        assert not vectors[" "].any()
        cut, unusable = (record.getMessage() for record in caplog.records)
        assert cut.startswith("2 strings are cut at the encoder's limit, such as 'long long")
        assert len(cut) < 160
        assert unusable.startswith("1 string is without a usable vector")


def test_no_strings_have_no_vectors(tmp_path: Path) -> None:
    vectors = Embedder(Counting(), VectorCache(tmp_path, ME)).embed([])
    assert vectors.matrix([]).shape == (0, 256)
    assert Embedder(Counting()).embed(["a"]).matrix([]).shape == (0, 256)
    assert cosines(vectors.matrix([]), vectors.matrix([])).shape == (0, 0)


def test_progress_is_shown_in_plain_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("s3kg_neo4j.progress.SECONDS_BETWEEN_LINES", 0.0)
    Embedder(Counting()).embed(["a", "b"], progress=True)
    Embedder(Counting()).embed(["a", "b"])
    assert capsys.readouterr() == ("", "strings: 1 of 2\nstrings: 2 of 2\n")


def test_encoders_never_share_vectors(tmp_path: Path) -> None:
    keep(tmp_path, ME, "a")
    assert stored(tmp_path, ME, ["a", "b"]) == ["a"]
    for other in ({"name": "other"}, {"revision": "2"}, {"precision": "bfloat16"}):
        assert stored(tmp_path, replace(ME, **other), ["a"]) == []


KILLED = """
import pathlib, sys
from s3kg_neo4j.embed import Batch, Embedder
from s3kg_neo4j.embed.cache import Identity, VectorCache
from s3kg_neo4j.embed.hashing import HashingEncoder

class Slow(HashingEncoder):
    def batches(self, texts):
        for place, text in enumerate(texts):
            for batch in super().batches([text]):
                yield Batch((place,), batch.vectors)
            print(place, flush=True)

cache = VectorCache(pathlib.Path(sys.argv[1]), Identity("name", "1", "float32"))
Embedder(Slow(), cache).embed(map(str, range(100_000)))
"""


def test_a_kill_while_encoding_keeps_what_was_written(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(700)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    texts = [str(number) for number in range(len(lines) + WRITE_EVERY)]
    kept = stored(tmp_path, ME, texts)
    assert kept == texts[: len(kept)]
    assert len(lines) - WRITE_EVERY <= len(kept) < 100_000

    encoder = Counting()
    vectors = Embedder(encoder, VectorCache(tmp_path, ME)).embed(texts)
    assert encoder.asked == texts[len(kept) :]
    assert (vectors.matrix(texts) == Embedder(HashingEncoder()).embed(texts).matrix(texts)).all()


WRITER = """
import pathlib, sys
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.embed.cache import Identity, VectorCache
from s3kg_neo4j.embed.hashing import HashingEncoder
cache = VectorCache(pathlib.Path(sys.argv[1]), Identity("name", "1", "float32"))
embedder = Embedder(HashingEncoder(), cache)
for start in range(0, 1500, 50):
    embedder.embed(f"text {i}" for i in range(start, start + 100))
"""


def test_two_processes_at_once(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    assert [process.communicate()[1] for process in processes] == ["", ""]
    texts = [f"text {i}" for i in range(1550)]
    assert stored(tmp_path, ME, texts) == texts


@pytest.mark.parametrize("how", ["no database", "layout", "flipped", "another's", "truncated"])
def test_a_damaged_cache_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    keep(tmp_path, ME, *map(str, range(500)))
    file = tmp_path / ME.file_name
    content = file.read_bytes()
    if how == "no database":
        file.write_bytes(b"not a database, but long enough to be looked at" * 100)
    elif how == "layout":
        with sqlite3.connect(file) as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
    elif how == "flipped":
        file.write_bytes(content.replace(np.ones(2, np.float32).tobytes(), b"\0\1\2\3\4\5\6\7"))
    elif how == "another's":
        keep(tmp_path, replace(ME, name="other"), "x")
        (tmp_path / replace(ME, name="other").file_name).replace(file)
    else:
        file.write_bytes(content[: len(content) // 2])
    with caplog.at_level(logging.WARNING):
        assert stored(tmp_path, ME, list(map(str, range(500)))) == []
    assert "set-aside-1" in caplog.text
    keep(tmp_path, ME, "again")
    assert stored(tmp_path, ME, ["again"]) == ["again"]


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    embedder = Embedder(HashingEncoder(), VectorCache(tmp_path / "file" / "vectors", ME))
    with pytest.raises(EncoderError, match=r"S3KG_CACHE_DIR$") as raised:
        embedder.embed(["a", "b"])
    assert "\n" not in str(raised.value)


def test_a_full_disk_is_one_line_and_keeps_what_was_there(tmp_path: Path) -> None:
    keep(tmp_path, ME, "a")
    with VectorCache(tmp_path, ME) as cache:
        pages = cache._opened.execute("PRAGMA page_count").fetchone()[0]
        cache._opened.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(EncoderError, match="free the disk"):
            cache.write([str(i) for i in range(999)], np.ones((999, 99), np.float32), [False] * 999)
    assert stored(tmp_path, ME, ["a", "1"]) == ["a"]


def test_vectors_without_direction_are_unusable_not_nan() -> None:
    matrix = np.array([[1, 0], [0, 0], [np.nan, 1], [np.inf, 1]], np.float32)
    names = ["good", "zero", "nan", "infinite"]
    vectors = Vectors(names, matrix)
    assert vectors.unusable == set(names[1:])
    for rows in (vectors.matrix(names), matrix, snapped(matrix)):
        table = cosines(rows, matrix[:1])
        assert table.tolist() == [[1.0], [UNDEFINED], [UNDEFINED], [UNDEFINED]]


def test_raw_cosines_not_scaled_ones() -> None:
    one = np.array([[1, 0]], np.float32)
    two = np.array([[0.5, 0.8660254], [-1, 0], [1, 0], [0, 1]], np.float32)
    assert cosines(one, two).tolist() == [[0.5, -1.0, 1.0, 0.0]]


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 1000), st.integers(-20, 20))
def test_a_cosine_does_not_depend_on_its_batch(
    rows: int, columns: int, seed: int, exponent: int
) -> None:
    draw = np.random.default_rng(seed)
    one = snapped((draw.standard_normal((rows, 384)) * 2.0**exponent).astype(np.float32))
    two = snapped(draw.standard_normal((columns, 384)).astype(np.float32))
    whole = cosines(one, two)
    assert (whole == cosines(two, one).T).all()
    for i in range(rows):
        for j in range(columns):
            assert cosines(one[i : i + 1], two[j : j + 1])[0, 0] == whole[i, j]
            products = one[i].astype(np.float64) * two[j].astype(np.float64)
            assert sum(products.tolist()) == sum(products[::-1].tolist())


def test_snapping_moves_less_than_single_precision_errs() -> None:
    matrix = np.random.default_rng(1).standard_normal((50, 384)).astype(np.float32)
    moved = np.abs(snapped(matrix) - matrix).max(axis=1) / np.linalg.norm(matrix, axis=1)
    assert moved.max() <= 2.0**-24


def write_model(folder: Path, *modules: tuple[str, Mapping[str, object]]) -> None:
    folder.mkdir()
    kinds = [{"type": f"some.where.{kind}", "path": kind} for kind, _ in modules]
    (folder / "modules.json").write_text(json.dumps(kinds))
    for kind, config in modules:
        (folder / kind).mkdir()
        (folder / kind / "config.json").write_text(json.dumps(config))


POOLING = ("Pooling", {"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True})


def test_facts_are_read_from_a_models_folder(tmp_path: Path) -> None:
    transformer: tuple[str, Mapping[str, object]] = ("Transformer", {})
    write_model(tmp_path / "plain", transformer, POOLING, ("Normalize", {}))
    (tmp_path / "plain" / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    assert read_facts(tmp_path / "plain") == Facts(8, normalised=True, limit=128)
    write_model(tmp_path / "dense", transformer, POOLING, ("Dense", {"out_features": 4}))
    (tmp_path / "dense" / "config.json").write_text('{"max_position_embeddings": 514}')
    (tmp_path / "dense" / "tokenizer_config.json").write_text('{"model_max_length": 512}')
    assert read_facts(tmp_path / "dense") == Facts(4, normalised=False, limit=512)
    write_model(tmp_path / "unknown", transformer, ("Own", {}))
    assert read_facts(tmp_path / "unknown") is None


def test_a_folders_revision_is_of_its_content(tmp_path: Path) -> None:
    write_model(tmp_path / "one", POOLING)
    write_model(tmp_path / "two", POOLING)
    revision = folder_revision(tmp_path / "one")
    assert folder_revision(tmp_path / "two") == revision
    (tmp_path / "two" / "model.safetensors").write_bytes(b"weights")
    assert folder_revision(tmp_path / "two") != revision


@pytest.mark.parametrize("on_this_machine", [True, False])
def test_a_model_on_the_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_this_machine: bool
) -> None:
    asked = []

    def download(repository: str, *, local_files_only: bool, **_: object) -> str:
        asked.append((repository, local_files_only))
        if repository != "mine" or local_files_only > on_this_machine:
            raise LocalEntryNotFoundError("not here") if local_files_only else missing
        return str(tmp_path)

    missing = RepositoryNotFoundError.__new__(RepositoryNotFoundError)
    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    assert find_folder("mine") == tmp_path
    assert asked[:2] == [("sentence-transformers/mine", True), ("mine", True)]
    assert any(not local for _, local in asked) != on_this_machine
    if not on_this_machine:
        with pytest.raises(EncoderError, match="not on the Hugging Face hub"):
            find_folder("nobody/nothing")
