"""What each loader makes of its own format, and of the public data."""

from collections import Counter
from pathlib import Path

import loaders
from s3kg_neo4j.model import Answer, BadRecord, Question, Source, Status, TextPair, Triplet

SAMPLES = Path(__file__).parent.parent / "data" / "loaders"


def questions(path: Path, name: str | None = None) -> list[Question]:
    records = list(loaders.load(path, name))
    assert not [record for record in records if not isinstance(record, Question)]
    return [record for record in records if isinstance(record, Question)]


def texts(source: Source | None) -> list[tuple[str, str, str]] | None:
    if source is None or source.triplets is None:
        return None
    return [(t.head, t.relation, t.tail) for t in source.triplets]


def test_own_format() -> None:
    first, second, third = questions(SAMPLES / "jsonl.jsonl")

    assert (first.id, first.text) == ("q1", "Where is the Eiffel Tower?")
    assert first.gold == Source("It is in Paris.", (Triplet("Eiffel Tower", "is in", "Paris"),))
    assert texts(first.context) == [("tower", "stands in", "Paris"), ("Paris", "is in", "France")]
    plain, repeated, own = first.answers
    assert (plain.model, plain.temperature, plain.repeat, plain.gold) == ("m1", 0.3, 0, None)
    assert (repeated.repeat, repeated.source.triplets) == (1, ())
    assert own.source.extraction is Status.TRUNCATED
    assert own.temperature is None
    assert texts(own.gold) == [("tower", "in", "Paris")]
    assert own.context == Source("own", None)

    assert second.id == "2"
    assert (second.gold, second.context) == (None, None)
    assert texts(second.answers[0].source) == [
        ("tower", "height in metres", "330"),
        ("tower", "width", "1.50"),
        ("tower", "is tall", "true"),
    ]
    assert second.answers[1].source == Source("no", None, (), Status.REFUSED)
    assert third == Question("q3")


def test_table_of_questions() -> None:
    first, second = questions(SAMPLES / "triplet_table.csv")

    assert (first.id, first.text) == ("q1", "Where?")
    assert texts(first.gold) == [("tower", "in", "Paris")]
    assert first.context is None
    assert [(a.model, a.temperature, texts(a.source)) for a in first.answers] == [
        ("m1", 0.3, [("tower", "in", 'Paris, "the city"')]),
        ("m2", None, [("tower", "in", "Rome")]),
    ]
    assert second.id == "007"
    assert texts(second.context) == [("agent", "has code", "007")]
    assert texts(second.answers[0].source) == [("agent", "has code", "1e5")]
    assert second.answers[0].temperature == 0.0


def test_table_without_ids_is_one_question(tmp_path: Path) -> None:
    path = tmp_path / "tea.tsv"
    path.write_text('Head\tRelation\tTail\ntea\tis\t"hot\nmilk\tis\tcold\n', encoding="utf-8")

    (question,) = questions(path)
    assert question.id == "tea"
    assert texts(question.answers[0].source) == [("tea", "is", '"hot'), ("milk", "is", "cold")]


def test_authors_answers_bring_their_own_graphs() -> None:
    (question,) = questions(SAMPLES / "s3kg_llm_eval.jsonl")

    assert question.gold == Source("Yes, tea is a drink.", None)
    assert question.context == Source("Tea is drunk hot.", None)
    first, second = question.answers
    assert (first.model, first.temperature) == ("m1", 0.0)
    assert texts(first.source) == [("tea", "is_a", "drink")]
    assert texts(first.gold) == [("tea", "is", "drink")]
    assert first.context == Source("Tea is drunk hot.", ())
    assert second.source.triplets == ()
    assert texts(second.context) == [("tea", "drunk", "hot")]


def test_pairs() -> None:
    records = list(loaders.load(SAMPLES / "s3kg_bench.jsonl"))
    pairs = [record for record in records if isinstance(record, TextPair)]

    assert [(pair.id, pair.label) for pair in pairs] == [("0", 1), ("1", 0), ("2", None)]
    assert pairs[0].source_1 == Source("Tea is hot.", (Triplet("tea", "is", "hot"),))
    assert pairs[0].properties == {"label_source": "by hand", "gold_score": "4.5"}
    assert pairs[1].source_2.triplets == ()
    assert pairs[2].source_2.triplets is None


def test_refchecker_joins_models_and_texts() -> None:
    eighth, seventh = sorted(questions(SAMPLES / "refchecker"), key=lambda q: q.id, reverse=True)

    assert (seventh.id, seventh.text) == ("7", "How is tea?")
    assert seventh.gold == Source("Hot.", None)
    assert seventh.context == Source("Tea is hot.\n\nIt is drunk.", None)
    assert [(a.model, texts(a.source)) for a in seventh.answers] == [
        ("m1", [("tea", "is", "hot")]),
        ("m2", [("tea", "is", "drink")]),
    ]
    assert {a.model: texts(a.source) for a in eighth.answers}["m1"] == []


def test_refchecker_one_file() -> None:
    folder = SAMPLES / "refchecker" / "human_annotations_v1" / "accurate_context"
    first, second = questions(folder / "dolly_m1_answers.json")

    assert (first.id, first.text) == ("7", "How is tea?")
    assert first.answers == (Answer("m1", Source("Tea is hot.", (Triplet("tea", "is", "hot"),))),)
    assert second.answers[0].source.triplets == ()


def test_real_answers(real_data: Path) -> None:
    """The counts of empty graphs are those that the data's own description gives."""
    found = questions(real_data / "s3kg_llm_eval" / "pubmedqa.jsonl")
    assert len(found) == 400
    assert Counter(a.model for q in found for a in q.answers) == {
        "llama2_7b_chat": 400,
        "gemma_7b_it": 400,
    }
    graphs = Counter[str]()
    empty = Counter[tuple[str, str]]()
    for answer in (a for q in found for a in q.answers):
        for name, source in (
            ("llm", answer.source),
            ("gold", answer.gold),
            ("context", answer.context),
        ):
            assert source is not None
            assert source.triplets is not None
            graphs[name] += len(source.triplets) + len(source.rejected)
            empty[answer.model, name] += not source.triplets and not source.rejected
    assert +empty == {
        ("llama2_7b_chat", "llm"): 1,
        ("gemma_7b_it", "llm"): 3,
        ("gemma_7b_it", "context"): 1,
    }
    assert graphs == {"llm": 4256, "gold": 4547, "context": 17059}


def test_real_pairs(real_data: Path) -> None:
    counts = {}
    for path in sorted((real_data / "s3kg_bench").glob("*.jsonl")):
        assert loaders.detect(path) == "s3kg_bench"
        records = list(loaders.load(path))
        assert not [record for record in records if isinstance(record, BadRecord)]
        counts[path.stem] = len(records)
    assert counts == {
        "mrpc": 400,
        "paws_wiki": 200,
        "pubmedqa_ranked": 200,
        "sk_codex": 400,
        "sk_globi": 400,
        "sk_oregano": 200,
        "sts12": 400,
        "wiki_entity_swap": 200,
    }


REFCHECKER = {
    ("dolly", "alpaca_7B"): (58 + 446 + 69, 13),
    ("dolly", "chatgpt"): (69 + 506 + 30, 0),
    ("dolly", "llama2_70b_chat"): (20 + 625 + 50, 0),
    ("msmarco", "alpaca_7B"): (42 + 286 + 95, 2),
    ("msmarco", "chatgpt"): (23 + 354 + 28, 20),
    ("msmarco", "llama2_70b_chat"): (31 + 647 + 116, 4),
    ("nq", "alpaca_7B"): (60 + 69 + 273, 27),
    ("nq", "chatgpt"): (55 + 162 + 89, 1),
    ("nq", "llama2_70b_chat"): (130 + 243 + 770, 6),
}
"""Triplets and abstaining answers, as the data's own description counts them."""


def test_real_refchecker(real_data: Path) -> None:
    folder = real_data / "refchecker" / "human_annotations_v1"
    counts = {}
    for path in folder.rglob("*_answers.json"):
        setting, _, model = path.name.removesuffix("_answers.json").partition("_")
        found = questions(path)
        assert len(found) == 100
        sources = [question.answers[0].source for question in found]
        assert {question.answers[0].model for question in found} == {model}
        counts[setting, model] = (
            sum(len(s.triplets or ()) + len(s.rejected) for s in sources),
            sum(s.triplets == () and not s.rejected for s in sources),
        )
    assert counts == {key: REFCHECKER[key] for key in counts}


def test_real_refchecker_folder(real_data: Path) -> None:
    found = questions(real_data / "refchecker")

    assert len(found) == 300
    assert {len(question.answers) for question in found} == {3}
    assert sum(bool(question.text) for question in found) == 100 + 100 + 88
    assert sum(question.context is not None for question in found) == 200
    assert sum(question.gold is not None for question in found) == 100 + 88
