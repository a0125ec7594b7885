"""Embeddings of graphs by Graph Data Science, on the real server."""

from pathlib import Path

import pytest

from s3kg_neo4j.bench.similarity.methods import known_methods
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.database import Database
from s3kg_neo4j.model import Source, TextPair, Triplet
from s3kg_neo4j.settings import Settings

pytestmark = pytest.mark.server


def source(*triplets: str) -> Source:
    return Source("", tuple(Triplet(*one.split("|")) for one in triplets))


@pytest.mark.parametrize("name", ["fastrp", "hashgnn"])
def test_equal_graphs_are_alike_and_nothing_is_left(
    name: str, database: Database, tmp_path: Path
) -> None:
    if database.server.gds is None:
        pytest.skip("the server has no Graph Data Science")
    workbench = Workbench(Settings(cache_dir=tmp_path), "hashing", lambda: database)
    one = source("paris|capital of|france", "france|part of|europe")
    other = source("apple|fell on|newton", "newton|wrote|principia")
    batch = Batch(
        [TextPair("1", one, one), TextPair("2", one, other), TextPair("3", one, source())],
        workbench,
    )
    same, different, empty = known_methods()[name].score(batch).values
    assert same == pytest.approx(1, abs=1e-6)
    assert different is not None
    assert different < 0.9
    assert empty is None
    assert database.ask("MATCH (n) RETURN count(n) AS n") == [{"n": 0}]
    assert database.ask("CALL gds.graph.list() YIELD graphName RETURN count(*) AS n") == [{"n": 0}]
