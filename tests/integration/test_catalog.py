"""Every query of the catalog on a real server."""

import pytest

from s3kg_neo4j.audit import audits, run_audit
from s3kg_neo4j.catalog import CatalogError, catalog, parse_query
from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import UsageError

pytestmark = pytest.mark.server


@pytest.mark.parametrize("name", sorted(catalog()))
def test_the_server_accepts_it(database: Database, name: str) -> None:
    query = catalog()[name]
    if name.startswith("schema/") or "search" in query.needs:
        return  # run by the store's tests, with indexes in place
    database.ask("EXPLAIN " + query.text, **{p.name: None for p in query.parameters})


def test_there_are_enough_audits_and_each_runs(database: Database) -> None:
    assert len(audits()) >= 10
    for name in audits():
        assert run_audit(database, name, {}) == []


def test_an_audit_that_is_not_there(database: Database) -> None:
    with pytest.raises(UsageError, match="lists them"):
        run_audit(database, "nothing", {})
    with pytest.raises(UsageError, match="limit"):
        run_audit(database, "worst_questions", {"limit": "many"})


HEAD = "// What?\n//\n// mode: read\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("MATCH (n) RETURN n", "first line"),
        ("// What?\nRETURN 1", "mode"),
        (HEAD + "MATCH (n {id: $id}) RETURN n.id AS id ORDER BY id", "parameters differ: id"),
        (HEAD + "// param: id STRING it\n// column: n STRING it\nRETURN 1 AS n ORDER BY n", "id"),
        (HEAD + "// column: n STRING it\nMATCH (m) RETURN m.n AS m ORDER BY m", "returns"),
        (HEAD + "// column: n STRING it\nMATCH (m) RETURN m.n AS n", "ORDER BY"),
        (HEAD + "// colunm: n STRING it\nMATCH (m) RETURN m.n AS n ORDER BY n", "colunm"),
    ],
)
def test_a_header_that_lies_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(CatalogError, match=complaint):
        parse_query("x/y", text)
