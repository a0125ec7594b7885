"""The bundled MiniLM, for real."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from s3kg_neo4j.embed import Embedder, cosines, load_embedder
from s3kg_neo4j.embed.encoders import TransformerEncoder
from s3kg_neo4j.embed.folder import folder_revision
from s3kg_neo4j.errors import EncoderError, UsageError
from s3kg_neo4j.settings import Settings

TEXTS = [
    *("a cat", "dog", "x", "GPT-4o", "ﬁne naïve café", "10⁵", "   spaced   out ", "\ud800 lone"),
    "a much longer sentence about a cat and a dog",
    *(f"{n} patients were treated with {n + 1} mg of it {'again ' * (n % 7)}" for n in range(60)),
]


@pytest.fixture(scope="module")
def encoder() -> TransformerEncoder:
    found = load_embedder(Settings(), cached=False).encoder
    assert isinstance(found, TransformerEncoder)
    return found


def test_known_cosines(encoder: TransformerEncoder) -> None:
    pairs = {
        ("found", "discovered"): 0.459,
        ("treats", "used for"): 0.291,
        ("positive impact on", "negative impact on"): 0.829,
        ("1888", "1889"): 0.854,
    }
    for (one, two), expected in pairs.items():
        vectors = Embedder(encoder, None).embed([one, two])
        value = cosines(vectors.matrix([one]), vectors.matrix([two]))[0, 0]
        assert value == pytest.approx(expected, abs=0.002)


def test_the_same_as_the_library(encoder: TransformerEncoder) -> None:
    texts = [text for text in TEXTS if "\ud800" not in text] + ["word " * 600]
    expected = encoder._model.encode(texts, show_progress_bar=False)
    vectors = Embedder(encoder, None).embed(texts)
    assert np.abs(vectors.matrix(texts) - expected).max() < 1e-5


def test_facts_are_those_of_the_loaded_model(encoder: TransformerEncoder) -> None:
    assert encoder.dimension == encoder._model.get_embedding_dimension() == 384
    assert encoder.limit == encoder._model.max_seq_length == 256
    assert encoder.normalised


def test_company_and_threads_do_not_change_a_bit(encoder: TransformerEncoder) -> None:
    whole = Embedder(encoder, None).embed(TEXTS)
    alone = [Embedder(encoder, None).embed([text])[text] for text in TEXTS]
    assert (whole.matrix(TEXTS) == alone).all()
    other = TransformerEncoder("minilm", folder=encoder._folder, threads=1)
    some = TEXTS[::-2]
    assert (Embedder(other, None).embed(some).matrix(some) == whole.matrix(some)).all()


def test_a_text_over_the_limit_is_named(
    encoder: TransformerEncoder, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = Embedder(encoder, None)
    embedder.embed(["word " * 254, "short"])
    embedder.embed(["word " * 255, "word " * 600, "short"])
    embedder.embed(["other " * 600])
    (record,) = caplog.records
    assert record.getMessage().startswith("2 strings are cut at the encoder's limit, such as 'word")


def test_another_precision_is_another_encoder(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path)
    exact, rough = (load_embedder(settings, precision=p) for p in ("float32", "bfloat16"))
    one, two = exact.embed(["a cat"])["a cat"], rough.embed(["a cat"])["a cat"]
    assert 1e-5 < np.abs(one - two).max() < 1e-2
    assert rough.identity.endswith("/bfloat16")
    with pytest.raises(UsageError, match="float32 or bfloat16"):
        load_embedder(settings, precision="int8")


WARM = """
import pathlib, sys
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.settings import Settings
embedder = load_embedder(Settings(cache_dir=pathlib.Path(sys.argv[1])))
assert embedder.embed(["kept", "word " * 600]).matrix(["kept"]).shape == (1, 384)
assert embedder.encoder.dimension == 384
assert "torch" not in sys.modules
"""


def test_a_full_cache_needs_no_model(tmp_path: Path) -> None:
    load_embedder(Settings(cache_dir=tmp_path)).embed(["kept", "word " * 600])
    subprocess.run([sys.executable, "-c", WARM, str(tmp_path)], check=True)


def test_a_model_in_a_folder(tmp_path: Path, encoder: TransformerEncoder) -> None:
    assert encoder._folder is not None
    folder = tmp_path / "my model"
    folder.symlink_to(encoder._folder, target_is_directory=True)
    embedder = load_embedder(Settings(cache_dir=tmp_path), str(folder))
    assert embedder.identity.endswith(f"@{folder_revision(encoder._folder)}/float32")
    assert (embedder.embed(["dog"])["dog"] == Embedder(encoder, None).embed(["dog"])["dog"]).all()


@pytest.mark.parametrize("kind", ["empty", "no model", "/no/such/folder", "nobody/nothing"])
def test_a_model_that_is_not_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    name = kind
    if "/" not in kind:
        (tmp_path / kind).mkdir()
        name = str(tmp_path / kind)
    if kind == "no model":
        (tmp_path / kind / "config.json").write_text("{}")
    with pytest.raises(EncoderError, match=r"use minilm$") as raised:
        load_embedder(Settings(cache_dir=tmp_path), name).embed(["a"])
    assert "\n" not in str(raised.value)
