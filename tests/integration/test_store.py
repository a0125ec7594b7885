"""What is stored, and that it stays what it is."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from s3kg_neo4j import store
from s3kg_neo4j.audit import diff_question
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.measure import Measure, Opposites
from s3kg_neo4j.model import Answer, Origin, Question, Source, Triplet
from s3kg_neo4j.neo4j_engine import Neo4jEngine
from s3kg_neo4j.settings import Settings
from s3kg_neo4j.subgraphs import QuestionGraphs, question_graphs

pytestmark = pytest.mark.server


def source(*triplets: tuple[str, str, str]) -> Source:
    return Source("", tuple(Triplet(*parts) for parts in triplets))


def question(answer: Source, gold: Source | None = None, name: str = "q") -> QuestionGraphs:
    asked = Question(name, gold=gold, answers=(Answer("m", answer),))
    return question_graphs("tests", asked, Measure())


def stored(database: Database) -> set[tuple[str, str, str]]:
    rows = database.ask("MATCH (t:Triplet) RETURN t.head AS h, t.relation AS r, t.tail AS t")
    return {(row["h"], row["r"], row["t"]) for row in rows}


def counts(database: Database) -> tuple[int, int]:
    nodes = database.ask("MATCH (n) RETURN count(n) AS n")[0]["n"]
    return nodes, database.ask("MATCH ()-[r]->() RETURN count(r) AS n")[0]["n"]


def evaluate(database: Database, graphs: QuestionGraphs, aligner: str = "matrix") -> None:
    embedder = load_embedder(Settings(), "hashing")
    database.run("store/merge_run", id="r1", properties={"dataset": "tests"})
    engine = Neo4jEngine(database, Measure(), encoder="hashing", run="r1", aligner=aligner)
    engine.evaluate([graphs], embedder.embed(graphs.strings()))


def test_texts_are_kept_and_none_collapse(database: Database, zoo: Path) -> None:
    triplets = json.loads((zoo / "Z33.json").read_text())["input"]["graphs"]["g1"]
    store.store_questions(database, [question(source(*map(tuple, triplets)))])
    assert stored(database) == {tuple(triplet) for triplet in triplets}


def test_a_graph_is_stored_again_for_other_opposites(database: Database) -> None:
    asked = Question("q", answers=(Answer("m", source(("warp", "crosses", "weft"))),))
    for pairs, words in ((), []), (("warp | weft",), ["warp +0"]), ((), []):
        measure = Measure(opposites=Opposites(pairs))
        store.store_questions(database, [question_graphs("tests", asked, measure)])
        assert database.ask("MATCH (e:Entity {label: 'warp'}) RETURN e.words AS words") == [
            {"words": words}
        ]


def test_a_diff_points_into_the_texts(database: Database) -> None:
    text = "Ann met Bob. Bob left."
    triplets = (Triplet("ann", "met", "bob"), Triplet("bob", "left", "town"))
    answer = Source(text, triplets, origins=(Origin(0, 0, 12), None))
    evaluate(database, question(answer, source(("ann", "met", "bob"))))
    rows = diff_question(database, "tests", "q", Measure().preset)
    assert [(row["answer"][1], row["said"], row["gold_said"]) for row in rows] == [
        ("met", "Ann met Bob.", None),
        ("left", None, None),
    ]


def test_a_label_is_never_a_query(database: Database, zoo: Path) -> None:
    database.ask("CREATE (:Customer {id: 1})")
    triplets = json.loads((zoo / "Z34.json").read_text())["input"]["graphs"]["g1"]
    store.store_questions(database, [question(source(*map(tuple, triplets)))])
    assert stored(database) == {tuple(triplet) for triplet in triplets}
    assert database.ask("MATCH (c:Customer) RETURN count(c) AS n") == [{"n": 1}]


def test_labels_longer_than_an_index_key_stay_apart(database: Database) -> None:
    long = "a" * 9000
    store.store_questions(database, [question(source((long, "r", "y"), (long + "b", "r", "y")))])
    assert len(database.ask("MATCH (e:Entity) RETURN e.label")) == 3


def test_parallel_edges_and_direction_are_kept(database: Database) -> None:
    both = source(("alice", "likes", "bob"), ("alice", "hates", "bob"))
    store.store_questions(database, [question(both)])
    rows = database.ask(
        "MATCH (a:Entity)-[r:REL]->(b:Entity) RETURN a.label AS a, r.name AS r, b.label AS b"
    )
    assert {tuple(row.values()) for row in rows} == {
        ("alice", "likes", "bob"),
        ("alice", "hates", "bob"),
    }


def test_twice_is_once(database: Database) -> None:
    graphs = question(source(("a b", "r", "c")), source(("a b", "r", "c")))
    evaluate(database, graphs)
    once = counts(database)
    evaluate(database, graphs)
    assert counts(database) == once


def test_other_content_replaces_the_graph_and_its_comparisons(database: Database) -> None:
    gold = source(("a", "r", "b"))
    evaluate(database, question(source(("a", "r", "b")), gold))
    evaluate(database, question(source(("x", "r", "y"), ("a", "r", "b")), gold))
    assert stored(database) == {("x", "r", "y"), ("a", "r", "b")}
    assert database.ask("MATCH (c:Comparison) RETURN count(c) AS n") == [{"n": 1}]


def test_deleting_a_data_set_leaves_others_alone(database: Database) -> None:
    database.ask("CREATE (:Customer {id: 1})-[:OWNS]->(:Order {id: 2})")
    evaluate(database, question(source(("a", "r", "b")), source(("a", "r", "b"))))
    store.delete_dataset(database, "tests")
    assert counts(database) == (2, 1)


def test_many_writers_at_once(database: Database) -> None:
    def write(number: int) -> None:
        triplets = [(f"label {i}", "links", f"label {(i * number) % 50}") for i in range(50)]
        store.store_questions(database, [question(source(*triplets), name=f"q{number}")])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(1, 41)))
    assert database.ask("MATCH (q:Question) RETURN count(q) AS n") == [{"n": 40}]
    assert database.ask("MATCH (t:Triplet) RETURN count(t) AS n") == [{"n": 2000}]


def test_the_same_question_is_stored_once_by_many_at_once(database: Database) -> None:
    same = [question(source(("a", "r", f"b{n}")), name=f"q{n}") for n in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: store.store_questions(database, same), range(8)))
    assert database.ask("MATCH (t:Triplet) RETURN count(t) AS n") == [{"n": 20}]
    assert counts(database)[0] == 20 * (1 + 1 + 1 + 3)  # question, graph, triplet, labels


def test_index_look_ups_stay_in_their_graph(database: Database) -> None:
    store.create_vector_indexes(database, 256)
    same = source(("paris", "r", "x"))
    for number in range(20):
        evaluate(database, question(same, name=f"other {number}"), aligner="index")
    evaluate(database, question(same, source(("paris city", "r", "x"))), aligner="index")
    rows: list[dict[str, Any]] = database.ask(
        "MATCH (a)-[s:SAME_AS]->(b) RETURN DISTINCT b.gid AS gid"
    )
    assert rows == [{"gid": "tests/q/gold"}]


def test_an_index_of_another_dimension_is_made_again(database: Database) -> None:
    store.create_vector_indexes(database, 256)
    store.create_vector_indexes(database, 384)
    found = {row["name"]: row["dimension"] for row in database.run("schema/read_vector_indexes")}
    assert {name: found[name] for name in store.GRAPH_VECTORS} == dict.fromkeys(
        store.GRAPH_VECTORS, 384
    )


def test_pruning_keeps_the_newest_comparison(database: Database) -> None:
    graphs = question(source(("a", "r", "b")), source(("a", "r", "b")))
    embedder = load_embedder(Settings(), "hashing")
    database.run("store/merge_run", id="r1", properties={"dataset": "tests"})
    vectors = embedder.embed(graphs.strings())
    for alpha in (0.2, 0.8):
        measure = Measure(alpha=alpha)
        Neo4jEngine(database, measure, encoder="hashing", run="r1", aligner="matrix").evaluate(
            [graphs], vectors
        )
    assert store.prune_comparisons(database, "tests") == 1
    assert database.ask("MATCH (c:Comparison) RETURN count(c) AS n") == [{"n": 1}]
    assert database.ask("MATCH ()-[r:ALIGNED_WITH]->() RETURN count(r) AS n") == [{"n": 1}]
