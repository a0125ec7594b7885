"""The bundled MiniLM, for real."""

import logging
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from s3kg_neo4j.embed import cosines, load_embedder
from s3kg_neo4j.errors import EncoderError
from s3kg_neo4j.settings import Settings


def test_known_cosines(tmp_path: Path) -> None:
    embedder = load_embedder(Settings(cache_dir=tmp_path))
    pairs = {
        ("found", "discovered"): 0.459,
        ("treats", "used for"): 0.291,
        ("positive impact on", "negative impact on"): 0.829,
        ("1888", "1889"): 0.854,
    }
    for (one, two), expected in pairs.items():
        vectors = embedder.embed([one, two])
        value = cosines(vectors.matrix([one]), vectors.matrix([two]))[0, 0]
        assert value == pytest.approx(expected, abs=0.002)


def test_order_and_company_do_not_matter(tmp_path: Path) -> None:
    texts = ["a cat", "a much longer sentence about a cat and a dog", "dog", "x"]
    one = load_embedder(Settings(cache_dir=tmp_path / "1")).embed(texts)
    two = load_embedder(Settings(cache_dir=tmp_path / "2")).embed(texts[:0:-1])
    for text in texts[1:]:
        assert np.allclose(one[text], two[text], atol=1e-5)


def test_a_text_over_the_limit_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    embedder = load_embedder(Settings(cache_dir=tmp_path))
    with caplog.at_level(logging.WARNING):
        embedder.embed(["word " * 600, "short"])
    assert "1 strings are longer" in caplog.text


def test_a_full_cache_needs_no_model(tmp_path: Path) -> None:
    load_embedder(Settings(cache_dir=tmp_path)).embed(["kept"])
    code = (
        "import sys, pathlib\n"
        "from s3kg_neo4j.embed import load_embedder\n"
        "from s3kg_neo4j.settings import Settings\n"
        f"load_embedder(Settings(cache_dir=pathlib.Path({str(tmp_path)!r}))).embed(['kept'])\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_model_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(EncoderError, match="minilm"):
        load_embedder(Settings(cache_dir=tmp_path), str(tmp_path / "empty")).embed(["a"])
