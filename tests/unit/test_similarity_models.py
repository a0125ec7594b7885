"""Methods that need a model or an extra, with a tiny model made here: no network."""

import math
from pathlib import Path

import pytest

from s3kg_neo4j.bench.similarity.methods import known_methods
from s3kg_neo4j.bench.similarity.methods.bertscore import MINILM, bert_f1
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.model import Source, TextPair, Triplet
from s3kg_neo4j.settings import Settings

WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "cat", "sat", "ran", "dog", "on", "mat", "a")


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained BERT of two layers that can also be asked for entailment."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("tiny")
    numbers = {word: number for number, word in enumerate(WORDS)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        model_max_length=64,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    ).save_pretrained(folder)
    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        id2label={0: "contradiction", 1: "entailment", 2: "neutral"},
        label2id={"contradiction": 0, "entailment": 1, "neutral": 2},
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture
def workbench(tmp_path: Path, tiny: Path) -> Workbench:
    named = dict.fromkeys(("bertscore", "g-bertscore", "grapheval"), str(tiny))
    return Workbench(Settings(cache_dir=tmp_path), "hashing", models=named)


def source(text: str, *triplets: str) -> Source:
    return Source(text, tuple(Triplet(*one.split("|")) for one in triplets))


SAME = TextPair(
    "1", source("the cat sat", "the cat|sat on|mat"), source("the cat sat", "the cat|sat on|mat"), 1
)
OTHER = TextPair(
    "2", source("the cat sat", "the cat|sat on|mat"), source("a dog ran", "a dog|ran on|a mat"), 0
)
EMPTY = TextPair("3", source("the cat sat", "the cat|sat on|mat"), source(""), 0)


@pytest.mark.parametrize("name", ["bertscore", "g-bertscore"])
def test_bertscore_of_equal_texts_is_one(name: str, workbench: Workbench) -> None:
    same, other, empty = known_methods()[name].score(Batch([SAME, OTHER, EMPTY], workbench)).values
    assert same == pytest.approx(1, abs=1e-5)
    assert other is not None
    assert other < 0.999
    assert empty is None


def test_bertscore_of_a_pair_does_not_depend_on_the_others() -> None:
    pairs = [
        ("the cat sat on the mat", "the cat sat on a mat"),
        ("quantum physics is hard and long to understand", "stock prices rose in Tokyo"),
        ("a", "dogs bark loudly at night in the village"),
    ]
    together = bert_f1(pairs, MINILM)
    alone = [bert_f1([pair], MINILM)[0] for pair in pairs]
    assert together == pytest.approx(alone, abs=1e-4)
    assert together[0] > 0.9 > together[1]


def test_grapheval_is_the_least_entailed_triplet(workbench: Workbench) -> None:
    both = TextPair(
        "4",
        source("the cat sat", "a|b|c"),
        source("x", "the cat|sat on|mat", "a dog|ran on|mat"),
        1,
    )
    first, second = (
        TextPair("5", both.source_1, Source("x", (triplet,)), 1)
        for triplet in both.source_2.triplets or ()
    )
    found = known_methods()["grapheval"].score(Batch([both, first, second], workbench)).values
    assert all(value is not None and 0 < value < 1 for value in found)
    least = min(value for value in found[1:] if value is not None)
    assert found[0] == pytest.approx(least, abs=1e-5)


def test_a_model_that_is_not_here_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    missing = Workbench(
        Settings(cache_dir=tmp_path), "hashing", models={"bertscore": str(tmp_path)}
    )
    with pytest.raises(PrerequisiteError, match="no model in this folder"):
        known_methods()["bertscore"].score(Batch([SAME], missing))


@pytest.mark.parametrize("name", ["transe", "rotate"])
def test_graph_embeddings_of_equal_graphs_are_equal(name: str, workbench: Workbench) -> None:
    pytest.importorskip("pykeen", reason="the kge extra is not installed")
    method = known_methods()[name]
    first, second = (method.score(Batch([SAME, OTHER], workbench)).values for _ in range(2))
    assert first == second  # seeded
    assert first[0] == pytest.approx(1)
    assert first[1] is not None
    assert first[1] < 1


def test_edit_distance_by_hand(workbench: Workbench) -> None:
    # one node of two and the edge stay, one node is renamed: 1 of 6
    pair = TextPair("1", source("", "cat|sat on|mat"), source("", "cat|sat on|dog"), 1)
    (found,) = known_methods()["edit-distance"].score(Batch([pair], workbench)).values
    assert found == pytest.approx(1 - 1 / 6)


def test_wasserstein_by_hand(workbench: Workbench) -> None:
    # "cat" alike at depth 0 only (its neighbour differs), "mat" and "dog" never: of 4 depths
    pair = TextPair("1", source("", "cat|sat on|mat"), source("", "cat|sat on|dog"), 1)
    (found,) = known_methods()["wwl"].score(Batch([pair], workbench)).values
    assert found == pytest.approx(math.exp(-(3 / 4 + 1) / 2))
