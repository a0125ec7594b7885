"""Methods of the similarity benchmark on graphs and texts worked by hand."""

import json
from pathlib import Path

import pytest

from s3kg_neo4j.bench.similarity.method import Method
from s3kg_neo4j.bench.similarity.methods import find_methods, known_methods
from s3kg_neo4j.bench.similarity.methods.grakel_wl import grakel_similarity
from s3kg_neo4j.bench.similarity.pairs import Batch, PairSet, read_set
from s3kg_neo4j.bench.similarity.runner import rows, run_set
from s3kg_neo4j.bench.similarity.scores import method_scores
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.graph import build_graph
from s3kg_neo4j.kernel import wl_graph, wl_kernel
from s3kg_neo4j.measure import KERNELS, Preset
from s3kg_neo4j.model import Source, TextPair, Triplet
from s3kg_neo4j.settings import Settings


@pytest.fixture
def workbench(tmp_path: Path) -> Workbench:
    """Equal words are alike, others are not: no model is needed."""
    return Workbench(Settings(cache_dir=tmp_path / "cache"), "hashing")


def source(text: str, *triplets: str) -> Source:
    return Source(text, tuple(Triplet(*one.split("|")) for one in triplets))


def pair(first: Source, second: Source, label: int = 1) -> TextPair:
    return TextPair("p", first, second, label)


def score(name: str, one: TextPair, workbench: Workbench) -> float | None:
    return known_methods()[name].score(Batch([one], workbench)).values[0]


PARIS = "paris|capital of|france"
ROME = "rome|capital of|italy"
LIGHT = [
    name
    for name, method in known_methods().items()
    if not method.heavy and method.prescribed in ("", "hashing") and method.kind == "graphs"
]


@pytest.mark.parametrize("name", LIGHT)
def test_equal_graphs_score_highest(name: str, workbench: Workbench) -> None:
    # four tokens a triplet: BLEU needs them
    graphs = source("", "old paris|capital of|france", "paris|on the|long seine")
    other = source("", "rome|is not in|the south", "apple|fell on|newton head")
    same, different = (score(name, pair(graphs, g), workbench) for g in (graphs, other))
    assert same == pytest.approx(1)
    assert different is not None
    assert different < 1


@pytest.mark.parametrize("name", LIGHT)
def test_no_second_graph_is_no_score_or_the_fixed_one(name: str, workbench: Workbench) -> None:
    fixed = 0.0 if name == "s3kg-published" else None
    assert score(name, pair(source("", PARIS), source("")), workbench) == fixed


def test_triplets_counted_by_hand(workbench: Workbench) -> None:
    two = pair(source("", PARIS, ROME), source("", PARIS))
    assert score("triplet-jaccard", two, workbench) == 0.5
    assert score("triplet-recall", two, workbench) == 0.5
    assert score("triplet-precision", two, workbench) == 1
    assert score("triplet-f1", two, workbench) == pytest.approx(2 / 3)


def test_texts_counted_by_hand(workbench: Workbench) -> None:
    texts = pair(source("the cat sat"), source("the cat ran"))
    assert score("rouge-1", texts, workbench) == pytest.approx(2 / 3)
    assert score("rouge-2", texts, workbench) == pytest.approx(1 / 2)
    assert score("rouge-1", pair(source(""), source("the cat ran")), workbench) is None


def test_one_name_in_several_spellings() -> None:
    spelt = [find_methods([name])[0].name for name in ("ROUGE-1", "rouge1", "paper", "S3KG paper")]
    assert spelt == ["rouge-1", "rouge-1", "s3kg-paper", "s3kg-paper"]
    with pytest.raises(UsageError, match="rouge-1"):
        find_methods(["rouge-9"])


def test_every_preset_is_a_method() -> None:
    assert len([m for m in known_methods().values() if m.ours]) >= len(Preset)


def test_grakel_and_the_kea_kernel_agree(real_data: Path) -> None:
    kernel = KERNELS[Preset.KEA]
    file = real_data / "s3kg_bench" / "paws_wiki.jsonl"
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()[:60]]
    compared = 0
    for line in lines:
        graphs = [
            build_graph([Triplet(*t) for t in line[key]], str.casefold) for key in ("kg_1", "kg_2")
        ]
        if not all(graph.edges for graph in graphs):
            continue
        numbers: dict[str, int] = {}
        labels = [
            [numbers.setdefault(e.text, len(numbers)) for e in graph.entities] for graph in graphs
        ]
        first, second = (
            wl_graph(own, [(e.head, e.relation, e.tail) for e in graph.edges], kernel)
            for own, graph in zip(labels, graphs, strict=True)
        )
        ours = wl_kernel(first, second, 5, kernel)
        theirs = grakel_similarity((labels[0], graphs[0]), (labels[1], graphs[1]))
        assert ours.similarity == pytest.approx(theirs)
        compared += 1
    assert compared > 50


def written(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n", encoding="utf-8")
    return path


def line(name: object, label: object, second: str = "paris") -> dict[str, object]:
    return {
        "id": name,
        "text_1": "paris in france",
        "text_2": f"{second} in france",
        "kg_1": [["paris", "in", "france"]],
        "kg_2": [[second, "in", "france"]],
        "label": label,
    }


def test_any_file_of_pairs_is_a_set(tmp_path: Path, workbench: Workbench) -> None:
    file = written(
        tmp_path / "mine.jsonl", line(1, 1), line(2, 0, "rome"), line(3, None), line(4, "yes")
    )
    pairs = read_set(file)
    assert (pairs.name, len(pairs.pairs), pairs.unlabelled, len(pairs.bad)) == ("mine", 2, 1, 1)
    (row,) = rows(run_set(pairs, find_methods(["triplet-jaccard"]), workbench))
    assert (row["n"], row["n_undefined"], row["f1"], row["auroc"]) == (2, 0, 1.0, 1.0)
    assert row["threshold"] == 1.0
    assert row["seconds"] > 0
    with pytest.raises(InputError, match="label"):
        read_set(written(tmp_path / "none.jsonl", line(1, None)))


def test_scores_are_kept_for_the_same_method_and_set(tmp_path: Path, workbench: Workbench) -> None:
    pairs = read_set(written(tmp_path / "mine.jsonl", line(1, 1), line(2, 0, "rome")))
    (method,) = find_methods(["rouge-1"])
    first = method_scores(method, pairs, workbench)
    assert method_scores(method, pairs, workbench) == first
    (kept,) = (workbench.settings.cache_dir / "similarity").glob("*.json")
    kept.write_text("{damaged", encoding="utf-8")
    assert method_scores(method, pairs, workbench).scored.values == first.scored.values
    other = read_set(written(tmp_path / "mine.jsonl", line(1, 1), line(2, 0, "oslo")))
    method_scores(method, other, workbench)
    assert len(list(kept.parent.glob("*.json"))) == 2


def test_a_method_that_is_not_there_says_why_and_the_rest_goes_on(workbench: Workbench) -> None:
    absent = Method(
        name="absent",
        title="",
        kind="texts",
        version="1",
        citation="",
        licence="",
        score=lambda batch: pytest.fail("not reached"),
        packages=("no-such-distribution",),
        extra="bench",
    )
    pairs = PairSet("mine", "", (pair(source("a"), source("a")), pair(source("a"), source("b"), 0)))
    said: list[str] = []
    found = run_set(pairs, [absent, *find_methods(["rouge-1"])], workbench, on_skip=said.append)
    table = list(rows(found))
    assert table[0]["f1"] is None
    assert table[0]["status"].startswith("skipped: ")
    assert "s3kg-neo4j[bench]" in said[0]
    assert table[1]["f1"] == 1.0


PUBLISHED = {
    "rouge-1": {"mrpc": (0.745, 0.784), "sts12": (0.725, 0.754), "sk_codex": (0.835, 0.917)},
    "rouge-l": {"mrpc": (0.729, 0.760), "sts12": (0.703, 0.710), "sk_codex": (0.792, 0.855)},
    "bleu": {"mrpc": (0.687, 0.677), "sts12": (0.671, 0.644), "sk_codex": (0.806, 0.884)},
}
"""F1 and AUROC of whole sets, as the authors of S3KG print them."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_reproduces_the_published_baselines(
    name: str, real_data: Path, workbench: Workbench
) -> None:
    for file, (f1, auroc) in PUBLISHED[name].items():
        pairs = read_set(real_data / "s3kg_bench" / f"{file}.jsonl")
        (row,) = rows(run_set(pairs, find_methods([name]), workbench))
        assert row["f1"] == pytest.approx(f1, abs=0.01)
        assert row["auroc"] == pytest.approx(auroc, abs=0.01)
