"""Scores of a method on a set, kept on disk: the same method, version and set is read back."""

import hashlib
import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch, PairSet
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.measure import NONE_ADDED
from s3kg_neo4j.progress import Progress

FOLDER = "similarity"
"""Inside the program's cache folder."""


@dataclass(frozen=True, slots=True)
class Run:
    """A method's scores on a set.

    Attributes:
        scored: One score a pair, in the set's order.
        seconds: That it took when it was computed, encoding included.
    """

    scored: Scored
    seconds: float


def method_scores(
    method: Method, pairs: PairSet, workbench: Workbench, *, fresh: bool = False
) -> Run:
    """Read the scores, or compute and keep them.

    Args:
        method: The method.
        pairs: The set.
        workbench: Encoder, database and settings.
        fresh: Compute even where there are some.

    Raises:
        PrerequisiteError: A package or a model that the method needs is not there.
    """
    path = workbench.settings.cache_dir / FOLDER / f"{_key(method, pairs, workbench)}.json"
    if not fresh and (run := _read(path, len(pairs.pairs))) is not None:
        return run
    run = _compute(method, pairs, workbench)
    _write(path, run)
    return run


def _compute(method: Method, pairs: PairSet, workbench: Workbench) -> Run:
    values: list[float | None] = []
    channels: dict[str, list[float | None]] = {}
    # Loading libraries and models is not the method's work.
    method.score(Batch(pairs.pairs[:1], workbench))
    start = time.perf_counter()
    with Progress(f"{pairs.name}, {method.name}: pairs", len(pairs.pairs)) as bar:
        for batch in pairs.batches(workbench):
            scored = method.score(batch)
            values += scored.values
            for name, some in scored.channels.items():
                channels.setdefault(name, []).extend(some)
            bar.advance(len(batch.pairs))
    return Run(Scored(values, channels), time.perf_counter() - start)


def _key(method: Method, pairs: PairSet, workbench: Workbench) -> str:
    """Everything that the scores depend on: method, packages, encoder, program and set."""
    parts = [method.name, method.version, *method.installed(), program_digest(), pairs.digest]
    if method.encoder:
        parts.append(workbench.embedder.identity)
    if workbench.opposites != NONE_ADDED:
        parts.append(json.dumps(asdict(workbench.opposites)))
    if method.prescribed:
        parts.append(workbench.model(method.name, method.prescribed))
    digest = hashlib.blake2b(json.dumps(parts).encode(), digest_size=12).hexdigest()
    return f"{method.name.replace('/', '_')}-{digest}"


@cache
def program_digest() -> str:
    """Hash of the code that scores: what the commands and pages do is not part of it."""
    root = Path(__file__).parents[2]
    digest = hashlib.blake2b(digest_size=12)
    for path in sorted([*root.rglob("*.py"), *root.rglob("*.txt")]):
        place = path.relative_to(root)
        scoring = place.parts[:3] == ("bench", "similarity", "methods")
        if scoring or place.parts[0] not in {"bench", "cli", "report", "server"}:
            digest.update(str(place).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path, count: int) -> Run | None:
    """The scores that lie there; None where there are none or they are damaged."""
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        held = json.loads(path.read_text(encoding="utf-8"))
        columns: list[list[Any]] = [held["values"], *held["channels"].values()]
        if all(len(column) == count for column in columns):
            return Run(Scored(held["values"], held["channels"]), float(held["seconds"]))
    return None


def _write(path: Path, run: Run) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    held = {
        "values": list(run.scored.values),
        "channels": {name: list(values) for name, values in run.scored.channels.items()},
        "seconds": run.seconds,
    }
    part = path.with_suffix(".part")
    part.write_text(json.dumps(held, allow_nan=False), encoding="utf-8")
    part.replace(path)
