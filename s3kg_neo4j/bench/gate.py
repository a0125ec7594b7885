"""The gate against data whose truth is known by construction, and its rate."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation, Verdict
from s3kg_neo4j.gate.references import delete_reference, load_reference
from s3kg_neo4j.gate.verdicts import judge

FUNCTIONAL = frozenset(["birthPlace", "deathPlace", "foundationPlace", "spouse", "team"])
"""Relations of FactBench of which a subject has one object at a time."""

EVENTS = frozenset(
    ["author", "award", "birthPlace", "deathPlace", "foundationPlace", "starring", "subsidiary"]
)
"""Relations of FactBench whose facts are dated and never expire."""

NAME = "s3kg-bench"
AS_OF = "2026-01-01"


@dataclass(frozen=True, slots=True)
class Corruptions:
    """Verdicts on FactBench's facts and their corruptions.

    Attributes:
        verdicts: Counts by kind of claim, then verdict.
        inside: Ids of wrong dates that lie inside the true period, so that they are no corruption.
    """

    verdicts: dict[str, Counter[str]]
    inside: tuple[str, ...]


def factbench(path: Path, database: Database) -> Corruptions:
    """Correct facts with their periods as reference; they and their corruptions as claims."""
    with path.open(encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    names = dict.fromkeys(
        end for row in rows for kind in _kinds(row) for end in row[kind]["triple"][::2]
    )
    relations = dict.fromkeys(row["correct"]["triple"][1] for row in rows)
    reference = Reference(
        (RefEntity(name, name) for name in names),
        [Relation(r, functional=r in FUNCTIONAL, event=r in EVENTS) for r in relations],
        (Fact(*row["correct"]["triple"], *map(str, row["correct"]["period"])) for row in rows),
    )
    load_reference(database, NAME, reference)
    try:
        found: dict[str, Counter[str]] = {}
        inside = []
        for kind in dict.fromkeys(kind for row in rows for kind in _kinds(row)):
            asked = [row for row in rows if kind in row]
            claims = [_claim(row, kind) for row in asked]
            for row, judged in zip(asked, judge(database, NAME, claims, AS_OF), strict=True):
                if kind == "wrong_date" and _is_inside(row):
                    inside.append(f"{row['relation_set']}/{row['index']}")
                else:
                    found.setdefault(kind, Counter())[judged.verdict] += 1
    finally:
        delete_reference(database, NAME)
    return Corruptions(found, tuple(inside))


def rate(database: Database, facts: int, claims: int) -> dict[str, Any]:
    """Claims a second against so many generated facts, loading apart."""
    subjects = max(1, facts // 4)
    reference = Reference(
        (RefEntity(f"e{n}", f"entity {n}") for n in range(subjects)),
        [Relation(f"relation {n}", functional=n == 0) for n in range(4)],
        (
            Fact(f"e{n % subjects}", f"relation {n // subjects % 4}", f"e{(n * 7 + 3) % subjects}")
            for n in range(facts)
        ),
    )
    start = time.perf_counter()
    load_reference(database, NAME, reference)
    loaded = time.perf_counter() - start
    try:
        asked = list(_generated(subjects, facts, claims))
        judge(database, NAME, asked[:500], AS_OF)  # the first look-ups plan the query
        start = time.perf_counter()
        judged = judge(database, NAME, asked, AS_OF)
        seconds = time.perf_counter() - start
    finally:
        delete_reference(database, NAME)
    counts = Counter(one.verdict for one in judged)
    return {
        "facts": facts,
        "load_seconds": round(loaded, 1),
        "claims": claims,
        "seconds": round(seconds, 2),
        "claims_per_second": round(claims / seconds),
    } | {str(verdict).lower(): counts[verdict] for verdict in Verdict if counts[verdict]}


def _generated(subjects: int, facts: int, claims: int) -> Iterator[Claim]:
    """A third true, a third with another object, a third of unknown things."""
    for number in range(claims):
        n = number * max(1, facts // claims) % facts
        subject, relation = n % subjects, n // subjects % 4
        wanted = (n * 7 + 3 + (number % 3 == 1)) % subjects
        name = f"entity {subject}" if number % 3 < 2 else f"unknown {number}"
        yield Claim(str(number), name, f"relation {relation}", f"entity {wanted}")


def _kinds(row: dict[str, Any]) -> Sequence[str]:
    return [key for key, value in row.items() if isinstance(value, dict) and "triple" in value]


def _claim(row: dict[str, Any], kind: str) -> Claim:
    subject, relation, value = row[kind]["triple"]
    first, last = (str(end) for end in row[kind]["period"])
    name = f"{row['relation_set']}/{row['index']}"
    return Claim(name, subject, relation, value, kind, first, last)


def _is_inside(row: dict[str, Any]) -> bool:
    true, wrong = row["correct"]["period"], row["wrong_date"]["period"]
    return str(true[0]) <= str(wrong[0]) and str(wrong[1]) <= str(true[1])
