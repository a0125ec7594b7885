"""Vectors: deterministic, kept through kills, never mixed between encoders."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from s3kg_neo4j.embed import Embedder, Vectors, cosines
from s3kg_neo4j.embed.cache import VectorCache
from s3kg_neo4j.embed.encoders import HashingEncoder
from s3kg_neo4j.errors import EncoderError
from s3kg_neo4j.matching import UNDEFINED


class Counting(HashingEncoder):
    """The hashing encoder, counting what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return super().encode(texts)


def test_single_letters_are_far_apart_and_equal_texts_are_one() -> None:
    letters = list("abcrsq")
    table = cosines(*[HashingEncoder().encode(letters)] * 2)
    assert np.allclose(np.diag(table), 1)
    assert (table - np.eye(len(letters))).max() < 0.65


def test_each_distinct_string_is_encoded_once_shortest_first(tmp_path: Path) -> None:
    encoder = Counting()
    embedder = Embedder(encoder, VectorCache(tmp_path, "x", encoder.dimension))
    vectors = embedder.embed(["long text", "b", "b", "a"])
    assert encoder.asked == ["a", "b", "long text"]
    again = embedder.embed(["b", "new"])
    assert encoder.asked == ["a", "b", "long text", "new"]
    assert (again["b"] == vectors["b"]).all()


def test_encoders_never_share_vectors(tmp_path: Path) -> None:
    one = VectorCache(tmp_path, "name@1/float32", 2)
    one.write({"a": np.array([1, 0], np.float32)})
    assert VectorCache(tmp_path, "name@2/float32", 2).read(["a"]) == {}
    assert list(one.read(["a"])) == ["a"]


def test_a_kill_in_the_middle_keeps_what_was_written(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, numpy as np\n"
        "from s3kg_neo4j.embed.cache import VectorCache\n"
        f"cache = VectorCache(pathlib.Path({str(tmp_path)!r}), 'x', 2)\n"
        "cache.write({'kept': np.ones(2, np.float32)})\n"
        "cache._connection.execute(\"INSERT INTO vectors VALUES ('lost', x'00')\")\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert list(VectorCache(tmp_path, "x", 2).read(["kept", "lost"])) == ["kept"]


def test_a_damaged_cache_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    VectorCache(tmp_path, "x", 2).close()
    (file,) = tmp_path.glob("*.sqlite")
    for extra in tmp_path.glob("*.sqlite-*"):
        extra.unlink()
    file.write_bytes(b"not a database, but long enough to be looked at" * 100)
    with caplog.at_level(logging.WARNING):
        assert VectorCache(tmp_path, "x", 2).read(["a"]) == {}
    assert "damaged" in caplog.text


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EncoderError, match="S3KG_CACHE_DIR"):
        VectorCache(tmp_path / "file" / "vectors", "x", 2)


def test_vectors_without_direction_are_unusable_not_nan() -> None:
    matrix = np.array([[1, 0], [0, 0], [np.nan, 1]], np.float32)
    vectors = Vectors(["good", "zero", "nan"], matrix)
    assert vectors.unusable == {"zero", "nan"}
    table = cosines(vectors.matrix(["good", "zero", "nan"]), vectors.matrix(["good"]))
    assert table.tolist() == [[1.0], [UNDEFINED], [UNDEFINED]]


def test_raw_cosines_not_scaled_ones() -> None:
    one = np.array([[1, 0]], np.float32)
    two = np.array([[0.5, 0.8660254], [-1, 0], [1, 0], [0, 1]], np.float32)
    assert cosines(one, two).tolist() == [[0.5, -1.0, 1.0, 0.0]]


@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 1000))
def test_a_cosine_does_not_depend_on_its_batch(rows: int, columns: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    one = draw.standard_normal((rows, 384)).astype(np.float32)
    two = draw.standard_normal((columns, 384)).astype(np.float32)
    whole = cosines(one, two)
    for i in range(rows):
        for j in range(columns):
            assert cosines(one[i : i + 1], two[j : j + 1])[0, 0] == whole[i, j]
