"""Audit queries by name, and look-ups that several commands need."""

from collections.abc import Mapping
from typing import Any

from s3kg_neo4j.catalog import Query, catalog
from s3kg_neo4j.database import Database, Row
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.gds import projection

PREFIX = "audit/"
MOST_DIGITS = 18
"""Of a number that the database takes."""


def audits() -> dict[str, Query]:
    """The catalog's audit queries by their short names."""
    return {
        name.removeprefix(PREFIX): query
        for name, query in catalog().items()
        if name.startswith(PREFIX)
    }


def run_audit(database: Database, name: str, given: Mapping[str, str]) -> list[Row]:
    """Run an audit query.

    Args:
        database: Where to run it.
        name: Its short name.
        given: Parameters as text; the others take their defaults.

    Raises:
        UsageError: No such audit or parameter, or a value that does not fit.
    """
    query = audits().get(name)
    if query is None:
        raise UsageError(f"no audit {name!r}; `s3kg audit` lists them")
    own = {parameter.name for parameter in query.parameters} - {"graph"}
    unknown = sorted(set(given) - own)
    if unknown:
        raise UsageError(
            f"audit {name}: no parameter {unknown[0]!r}; it takes {', '.join(sorted(own))}"
        )
    values: dict[str, Any] = {
        p.name: _value(p.name, given.get(p.name, p.default), p.type)
        for p in query.parameters
        if p.name in own
    }
    if "gds" in query.needs:
        with projection(database, "Entity", "SAME_AS") as graph:
            return database.run(query.name, graph=graph, **values) if graph else []
    return database.run(query.name, **values)


def find_dataset(database: Database, qid: str, dataset: str | None) -> str:
    """The data set that a question belongs to.

    Raises:
        InputError: There is no such question, or several data sets have one.
    """
    rows = database.run("browse/find_question", qid=qid, dataset=dataset)
    names = [row["dataset"] for row in rows]
    if not names:
        where = f" in {dataset!r}" if dataset else ""
        raise InputError(
            f"no question {qid!r}{where} in the database; `s3kg datasets list` shows what is"
        )
    if len(names) > 1:
        raise InputError(f"question {qid!r} is in {', '.join(names)}; name one with --dataset")
    return str(names[0])


def diff_question(
    database: Database, dataset: str, qid: str, preset: str, model: str | None = None
) -> list[Row]:
    """A question's labelled triplets, answer by answer.

    Raises:
        InputError: No answer of it, or none of ``model``, has been labelled in ``preset``.
    """
    rows = database.run("browse/diff_triplets", dataset=dataset, qid=qid, preset=preset)
    rows = [row for row in rows if model in (None, row["model"])]
    if not rows:
        raise InputError(
            f"question {qid!r} of {dataset!r} has no labelled answer"
            + (f" of {model!r}" if model else "")
            + f" in preset {preset}; score it first (`s3kg score FILE --preset {preset}`)"
        )
    return rows


def _value(name: str, text: str | None, kind: str) -> object:
    if name == "limit":
        return _limit(text)
    if text is None or text == "null":
        return None
    try:
        return {"INTEGER": int, "FLOAT": float}.get(kind, str)(text)
    except ValueError:
        raise UsageError(f"{name}: expected {kind.lower()}, got {text!r}") from None


def _limit(text: str | None) -> int:
    """How many rows; the database takes no number below 0 and none of more than 64 bits."""
    if text is None or not text.isdecimal() or len(text) > MOST_DIGITS:
        raise UsageError(f"limit: expected a whole number of rows, 0 or more, got {text!r}")
    return int(text)
