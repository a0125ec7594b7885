"""The error classes of spec 3, one rule at a time, on cosines set by hand."""

import itertools
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.alignment import PartCosines
from s3kg_neo4j.categories import (
    Category,
    InContext,
    candidate_pairs,
    classify_pairs,
    in_context,
    label_triplets,
)
from s3kg_neo4j.graph import Graph, build_graph
from s3kg_neo4j.measure import TauRules
from s3kg_neo4j.model import Triplet
from s3kg_neo4j.text import Normaliser


def graph(*triplets: str) -> Graph:
    return build_graph([Triplet(*text.split("|")) for text in triplets], Normaliser())


def cosines(
    one: Graph, two: Graph, like: Mapping[tuple[str, str], float], sentence: float = 0.0
) -> PartCosines:
    """1 for equal labels, ``like`` where it says so, else 0."""

    def table(first: list[str], second: list[str], default: float) -> np.ndarray:
        values = np.full((len(first), len(second)), default)
        for (i, a), (j, b) in itertools.product(enumerate(first), enumerate(second)):
            values[i, j] = 1.0 if a == b else like.get((a, b), like.get((b, a), default))
        return values

    return PartCosines(
        table([e.text for e in one.entities], [e.text for e in two.entities], 0.0),
        table([r.text for r in one.relations], [r.text for r in two.relations], 0.0),
        table([e.text for e in one.edges], [e.text for e in two.edges], sentence),
    )


def category(
    answer: str,
    gold: str,
    like: Mapping[tuple[str, str], float] | None = None,
    sentence: float = 0.9,
    rules: TauRules | None = None,
) -> str:
    one, two = graph(answer), graph(gold)
    pairs = classify_pairs(one, two, cosines(one, two, like or {}, sentence), rules or TauRules())
    return pairs[0].category if pairs else "none"


@pytest.mark.parametrize(
    ("answer", "gold", "like", "expected"),
    [
        ("paris|capital of|france", "paris|capital of|france", {}, "aligned"),
        ("bob|hit|al", "al|hit|bob", {}, "role_reversal"),
        # Exactly one passive: inverses, which align.
        ("x|host by|y", "y|host by|x", {}, "role_reversal"),
        ("x|host of|y", "y|host by|x", {("host of", "host by"): 0.9}, "aligned"),
        ("drug|treats|pain", "drug|ignores|pain", {("treat", "ignore"): 0.49}, "relation_mismatch"),
        ("drug|treats|pain", "drug|eases|pain", {("treat", "ease"): 0.5}, "aligned"),
        # Guarded apart, whatever the cosine.
        ("x|raises|y", "x|lowers|y", {("raise", "lower"): 0.95}, "relation_mismatch"),
        ("x|is not|y", "x|is|y", {("is not", "is"): 0.95}, "relation_mismatch"),
        ("x|born in|1888", "x|born in|1889", {("1888", "1889"): 0.95}, "entity_mismatch"),
        ("x|cures|y", "x|cures|z", {}, "entity_mismatch"),
        ("a|cures|b", "y|cures|z", {}, "aligned"),
    ],
)
def test_first_rule_that_holds(
    answer: str, gold: str, like: dict[tuple[str, str], float], expected: str
) -> None:
    assert category(answer, gold, like) == expected


def test_which_end_is_wrong() -> None:
    one, two = graph("x|cures|y"), graph("x|cures|z")
    (pair,) = classify_pairs(one, two, cosines(one, two, {}), TauRules())
    assert pair.detail == "tail"
    one, two = graph("y|cures|x"), graph("z|cures|x")
    (pair,) = classify_pairs(one, two, cosines(one, two, {}), TauRules())
    assert pair.detail == "head"


def test_a_symmetric_relation_has_no_reversal() -> None:
    rules = TauRules(symmetric=("marry",))
    assert category("bob|marry|al", "al|marry|bob") == "role_reversal"
    assert category("bob|marry|al", "al|marry|bob", rules=rules) == "aligned"


def test_the_papers_order_aligns_before_it_looks_at_the_parts() -> None:
    sentence = TauRules(mode="sentence")
    assert category("paris|capital of|france", "paris|capital of|germany") == "entity_mismatch"
    assert (
        category("paris|capital of|france", "paris|capital of|germany", rules=sentence) == "aligned"
    )


def test_pairs_are_one_to_one_and_aligned_ones_come_first() -> None:
    answer = graph("x|cures|y", "x|cures|z")
    gold = graph("x|cures|y")
    found = label_triplets(answer, gold, cosines(answer, gold, {}), TauRules())
    assert [(p.answer, p.reference, p.category) for p in found.pairs] == [(0, 0, Category.ALIGNED)]
    assert found.extra == (1,)
    assert found.missing == ()


def test_what_the_context_says() -> None:
    answer = graph("x|cures|y", "x|raises|y", "m|n|o")
    context = graph("x|cures|y", "x|lowers|y")
    said = in_context(answer, context, cosines(answer, context, {}), TauRules())
    assert said == [InContext.SUPPORTED, InContext.CONTRADICTED, InContext.ABSENT]


labels = st.sampled_from(["a", "b", "c", "d 1", "d 2"])
relations = st.sampled_from(["r", "not r", "s by"])
lists = st.lists(
    st.tuples(labels, relations, labels).map("|".join), min_size=0, max_size=5, unique=True
)


@given(lists, lists, st.data(), st.sampled_from(["greedy", "hungarian"]))
def test_counts_add_up(one: list[str], two: list[str], data: st.DataObject, how: str) -> None:
    answer, gold = graph(*one), graph(*two)
    values = st.sampled_from([0.0, 0.49, 0.5, 0.79, 0.8, 0.95])

    def table(rows: int, columns: int) -> np.ndarray:
        drawn = data.draw(st.lists(values, min_size=rows * columns, max_size=rows * columns))
        return np.array(drawn).reshape(rows, columns)

    cosine = PartCosines(
        table(len(answer.entities), len(gold.entities)),
        table(len(answer.relations), len(gold.relations)),
        table(len(answer.edges), len(gold.edges)),
    )
    rules = TauRules(assignment=how)  # type: ignore[arg-type]
    counts = label_triplets(answer, gold, cosine, rules).counts()
    pairs = sum(counts[c] for c in Category) - counts[Category.EXTRA] - counts[Category.MISSING]
    assert len(answer.edges) == pairs + counts[Category.EXTRA]
    assert len(gold.edges) == pairs + counts[Category.MISSING]
    classified = {(p.answer, p.reference) for p in classify_pairs(answer, gold, cosine, rules)}
    candidates = {(row[0], row[1]) for row in candidate_pairs(answer, gold, cosine, rules)}
    assert classified <= candidates
