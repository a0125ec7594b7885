"""The gate against data whose truth is known by construction, and its rate."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation, Verdict
from s3kg_neo4j.gate.references import stored_meanwhile
from s3kg_neo4j.gate.verdicts import judge
from s3kg_neo4j.model import BadRecord

Made = TypeVar("Made")

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
    """Correct facts with their periods as reference; they and their corruptions as claims.

    Raises:
        InputError: A line cannot be read.
    """
    from loaders.references.factbench import CORRECT, load_claims  # noqa: PLC0415
    from loaders.references.factbench import load_reference as read_reference  # noqa: PLC0415

    claims = list(readable(load_claims(path)))
    true = {claim.id: claim for claim in claims if claim.document == CORRECT}
    found: dict[str, Counter[str]] = {}
    inside = []
    with stored_meanwhile(database, read_reference(path)) as name:
        for judged in judge(database, name, claims, AS_OF):
            claim = judged.claim
            if claim.document == "wrong_date" and _is_inside(claim, true.get(claim.id)):
                inside.append(claim.id)
            else:
                found.setdefault(claim.document, Counter())[judged.verdict] += 1
    return Corruptions(found, tuple(inside))


def readable(records: Iterable[Made | BadRecord]) -> Iterator[Made]:
    """Records of a benchmark, where a bad one would change the figures.

    Raises:
        InputError: One cannot be read.
    """
    for record in records:
        if isinstance(record, BadRecord):
            raise InputError(str(record))
        yield record


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
    with stored_meanwhile(database, reference) as name:
        loaded = time.perf_counter() - start
        asked = list(_generated(subjects, facts, claims))
        judge(database, name, asked[:500], AS_OF)  # the first look-ups plan the query
        start = time.perf_counter()
        judged = judge(database, name, asked, AS_OF)
        seconds = time.perf_counter() - start
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


def _is_inside(claim: Claim, true: Claim | None) -> bool:
    """Whether a wrong period lies within the true one; these are given in years."""
    return bool(true and true.valid_from <= claim.valid_from and claim.valid_to <= true.valid_to)
