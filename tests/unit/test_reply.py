"""Graphs from replies as models send them."""

import json
from pathlib import Path

import pytest

from s3kg_neo4j.extract.reply import ReplyError, ReplyGraph, parse_reply
from s3kg_neo4j.model import Status, Triplet

PARIS = ("paris", "capital of", "france")


def parts(graph: ReplyGraph) -> list[tuple[str, str, str]]:
    return [(t.head, t.relation, t.tail) for t in graph.triplets]


def graphs(content: str) -> dict[int, ReplyGraph]:
    return parse_reply(content, (1, 2, 3))


def zoo_reply(zoo: Path, name: str) -> str:
    reply: str = json.loads((zoo / f"{name}.json").read_text())["input"]["llm"][0]["content"]
    return reply


@pytest.mark.parametrize("name", ["Z01", "Z02", "Z09", "Z20"])
def test_wrappings_are_passed_over(zoo: Path, name: str) -> None:
    assert parts(graphs(zoo_reply(zoo, name))[1]) == [PARIS]


def test_a_cut_list_keeps_what_is_whole(zoo: Path) -> None:
    found = graphs(zoo_reply(zoo, "Z04"))
    assert parts(found[1]) == [PARIS]
    assert {graph.status for graph in found.values()} == {Status.TRUNCATED}


def test_prose_is_an_error_that_shows_its_beginning(zoo: Path) -> None:
    with pytest.raises(ReplyError, match=r"no JSON.*Entities:"):
        graphs(zoo_reply(zoo, "Z07"))


def test_a_flat_list_is_never_taken_apart(zoo: Path) -> None:
    found = graphs(zoo_reply(zoo, "Z10"))[1]
    assert found.status is Status.FAILED
    assert "flat list" in found.why


def test_a_nested_list_is_flattened(zoo: Path) -> None:
    assert [head for head, _, _ in parts(graphs(zoo_reply(zoo, "Z12"))[1])] == [
        "paris",
        "berlin",
        "rome",
    ]


@pytest.mark.parametrize(
    ("name", "kept", "rejected"),
    [("Z13", ["berlin"], [0, 1]), ("Z14", ["berlin"], [0, 1, 2]), ("Z17", ["carol"], [0, 1])],
)
def test_what_is_no_triplet_is_counted(
    zoo: Path, name: str, kept: list[str], rejected: list[int]
) -> None:
    found = graphs(zoo_reply(zoo, name))[1]
    assert [head for head, _, _ in parts(found)] == kept
    assert [entry.index for entry in found.rejected] == rejected


def test_numbers_and_booleans_are_text(zoo: Path) -> None:
    tails = [tail for _, _, tail in parts(graphs(zoo_reply(zoo, "Z15"))[1])]
    assert tails == ["8849", "true", "3.14", "0", "false"]


def test_missing_is_not_empty(zoo: Path) -> None:
    found = graphs(zoo_reply(zoo, "Z18"))
    assert (found[1].status, found[1].triplets) == (Status.OK, ())
    assert parts(found[2]) == [PARIS]
    assert found[3].status is Status.FAILED
    assert "missing" in found[3].why


@pytest.mark.parametrize(
    "content",
    [
        '<think>{"knowledge_graph1": [["a", "b", "c"]]}</think>'
        '{"knowledge_graph1": [["x", "r", "y"]]}',
        '{"knowledge_graph1": [["x", "r", "y"],],}',
        "{'knowledge_graph1': [['x', 'r', 'y']]}",
        '{"knowledge_graph1": [{"subject": "x", "predicate": "r", "object": "y"}]}',
        '```\n{"knowledge_graph1": [["x", "r", "y"]]\n```',
        'First {"knowledge_graph1": []} then {"knowledge_graph1": [["x", "r", "y"]]}',
    ],
    ids=["thinking", "trailing commas", "quotes", "objects", "no closing brace", "second thoughts"],
)
def test_bent_replies(content: str) -> None:
    assert parse_reply(content, (1,))[1].triplets == (Triplet("x", "r", "y"),)


def test_thinking_that_never_ends_holds_nothing() -> None:
    with pytest.raises(ReplyError):
        parse_reply('<think>perhaps {"knowledge_graph1": [["a", "b", "c"]]}', (1,))
