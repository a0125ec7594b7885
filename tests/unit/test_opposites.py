"""A user's own opposites beside the project's."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.guards import features, guard
from s3kg_neo4j.measure import Measure, Opposites
from s3kg_neo4j.opposites import lexicon, read_opposites


def reason(first: str, second: str, *pairs: str) -> str | None:
    known = lexicon(Opposites(pairs))
    return guard(features(first, known), features(second, known))


def written(folder: Path, text: str) -> Path:
    path = folder / "own.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_are_spelled_alike_whatever_stands_around_them(tmp_path: Path) -> None:
    text = (
        "\ufeff# own\n\nWarp|weft  # of cloth\n weft weave ><warp\n  nano- | giga-\nwarp | weft\n"
    )
    pairs = read_opposites(written(tmp_path, text))
    assert pairs == ("nano- | giga-", "warp | weft", "weft weave >< warp")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("warp weft", "two sides"),
        ("warp | weft | yarn", "two sides"),
        ("warp |", "words on both sides"),
        ("warp | b12", "letters alone"),
        ("warp | well-known", "letters alone"),
        ("warp- | weft", "letters alone"),
        ("nano- ~ giga-", "letters alone"),
        ("warp | weft Warp", "'warp' is on both"),
    ],
)
def test_each_bad_line_is_named(tmp_path: Path, line: str, expected: str) -> None:
    path = written(tmp_path, f"hot | cold\n{line}\nup | down\n{line}\n")
    with pytest.raises(InputError, match=expected) as caught:
        read_opposites(path)
    assert "line 2: " in str(caught.value)
    assert "line 4: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_something_else_is_still_one_short_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 5: .*; and 995 more lines") as caught:
        read_opposites(written(tmp_path, "a,b" * 500 + "\n" + "a,b\n" * 999))
    assert len(str(caught.value)) < 1000


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.txt: No such file"):
        read_opposites(tmp_path / "none.txt")
    (tmp_path / "own.txt").write_bytes(b"warp | \xff\n")
    with pytest.raises(InputError, match=r"own\.txt: not UTF-8"):
        read_opposites(tmp_path / "own.txt")


@pytest.mark.parametrize(
    ("pair", "first", "second", "expected"),
    [
        ("warp | weft", "warps of cloth", "the weft", "opposite"),
        ("tenor alto | soprano", "altos sing", "sopranos sing", "opposite"),
        ("tenor alto | soprano", "tenors sing", "altos sing", None),
        ("nano- | giga-", "nano-particle", "giga-particle", "opposite"),
        ("coach >< trainee", "coach of", "trainee of", "opposite"),
        ("coach >< trainee", "coach of", "has trainee", None),
        ("lucid ~ dim", "dim", "not lucid", None),
        ("lucid ~ dim", "dim", "lucid", "negation"),
        ("increase | rise", "increase", "rise", "opposite"),
        ("increase | stagnate", "rise", "stagnate", None),
        ("increased | steady", "increased", "decreased", "opposite"),
    ],
)
def test_own_pairs_join_the_list(pair: str, first: str, second: str, expected: str | None) -> None:
    assert reason(first, second, pair) == expected


def test_pairs_with_the_same_word_share_no_synonyms() -> None:
    pairs = ("hot | cold", "hot spicy | bland")
    assert reason("spicy soup", "bland soup", *pairs) == "opposite"
    assert reason("spicy soup", "cold soup", *pairs) is None


WORDS = ["increase", "rise", "decrease", "low", "high", "left", "right", "parent", "child", "tea"]


@given(st.permutations(WORDS), st.lists(st.sampled_from(WORDS), max_size=4), st.sampled_from("|~"))
def test_own_pairs_take_nothing_from_the_list(
    order: list[str], label: list[str], kind: str
) -> None:
    text = " ".join(label)
    known = lexicon(Opposites((f"{' '.join(order[:2])} {kind} {order[2]}",)))
    assert set(features(text).words) <= set(features(text, known).words)


def test_a_measure_records_them_where_there_are_any() -> None:
    assert "opposites" not in Measure().as_dict()
    own = Measure(opposites=Opposites(("warp | weft",)))
    assert own.as_dict()["opposites"] == {
        "pairs": ("warp | weft",),
        "wordnet": None,
        "listed": True,
    }
