"""S5-S7 by hand: each letter is a label, `arb` the triplet (a, r, b)."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.kernel import wl_graph, wl_kernel
from s3kg_neo4j.measure import KERNELS, Preset

HAND_WORKED = [  # in the order of the paper's presets
    ("arb", "arb", (1, 1, 1, 1, 1)),
    ("arb", "bra", (0, 1 / 6, 1 / 6, 1 / 6, 1 / 6)),
    ("arb", "aqb", (0.5, 7 / 12, 1 / 6, 1, 1)),
    ("arb", "arc", (0, 1 / 12, 1 / 12, 1 / 12, 1 / 12)),
    ("arb", "arb csd", (0.5**0.5, 0.5**0.5, 0.5**0.5, 0.5**0.5, 0.5**0.5)),
    ("arb bsc", "arb", (0, 0.2041, 0.2041, 0.2041, 0.2041)),
    ("arb asc", "bra asc", (1 / 3, 4 / 9, 2 / 9, 4 / 9, 4 / 9)),
    ("arb bsc", "bsc arb", (1, 1, 1, 1, 4 / 9)),
]


def similarity(first: str, second: str, preset: Preset, iterations: int = 5) -> float:
    """S_WL of two graphs in shorthand, each letter identical to itself alone."""
    kernel = KERNELS[preset]

    def graph(shorthand: str):  # type: ignore[no-untyped-def]
        triplets = shorthand.split()
        names = list(dict.fromkeys(end for t in triplets for end in (t[0], t[2])))
        edges = [(names.index(t[0]), ord(t[1]), names.index(t[2])) for t in triplets]
        return wl_graph([ord(name) for name in names], edges, kernel)

    return wl_kernel(graph(first), graph(second), iterations, kernel).similarity


@pytest.mark.parametrize(("first", "second", "expected"), HAND_WORKED)
def test_hand_worked_values(first: str, second: str, expected: tuple[float, ...]) -> None:
    values = [similarity(first, second, preset) for preset in Preset]
    assert values == pytest.approx((*expected, expected[3]), abs=5e-5)  # s3kg+ has kea's kernel


triplets = st.lists(
    st.tuples(st.sampled_from("abcde"), st.sampled_from("rst"), st.sampled_from("abcde")).map(
        "".join
    ),
    min_size=1,
    max_size=7,
    unique=True,
)
presets = st.sampled_from(list(Preset))


@given(triplets, triplets, presets, st.integers(0, 6))
def test_symmetric_and_bounded(one: list[str], two: list[str], preset: Preset, k: int) -> None:
    value = similarity(" ".join(one), " ".join(two), preset, k)
    assert 0 <= value <= 1 + 1e-12
    assert value == similarity(" ".join(two), " ".join(one), preset, k)


@given(triplets, presets)
def test_every_graph_equals_itself(one: list[str], preset: Preset) -> None:
    assert similarity(" ".join(one), " ".join(one), preset) == pytest.approx(1, abs=1e-12)


@given(triplets, triplets, presets, st.randoms(use_true_random=False))
def test_order_of_triplets_does_not_matter_but_in_published(
    one: list[str], two: list[str], preset: Preset, order: random.Random
) -> None:
    shuffled = order.sample(one, len(one))
    if preset is not Preset.PUBLISHED:
        assert similarity(" ".join(one), " ".join(two), preset) == pytest.approx(
            similarity(" ".join(shuffled), " ".join(two), preset), abs=1e-12
        )


@given(triplets, triplets, presets)
def test_stopping_at_a_stable_colouring_changes_nothing(
    one: list[str], two: list[str], preset: Preset
) -> None:
    """The dictionary run to the end, iteration by iteration, on strings."""
    kernel = KERNELS[preset]

    def literal(k: int) -> tuple[int, int, int]:
        def colours(shorthand: list[str]) -> list[str]:
            names = list(dict.fromkeys(end for t in shorthand for end in (t[0], t[2])))
            edges = [(names.index(t[0]), ord(t[1]), names.index(t[2])) for t in shorthand]
            steps = wl_graph(range(len(names)), edges, kernel).steps
            labels = list(names)
            for _ in range(k):
                labels = [
                    f"({own}{sorted((way, rel, labels[node]) for way, rel, node in around)})"
                    for own, around in zip(labels, steps, strict=True)
                ]
            return labels

        a, b = colours(one), colours(two)
        pairs = [(a, b), (a, a), (b, b)]
        cross, first, second = (
            sum(x == y for x, y in itertools.product(left, right)) for left, right in pairs
        )
        return cross, first, second

    k = 3
    rounds = [literal(i) for i in range(k + 1)] if kernel.cumulative else [literal(k)]
    cross, first, second = (sum(column) for column in zip(*rounds, strict=True))
    expected = cross / (first * second) ** 0.5
    assert similarity(" ".join(one), " ".join(two), preset, k) == pytest.approx(expected, abs=1e-9)
