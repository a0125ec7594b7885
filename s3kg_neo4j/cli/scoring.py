"""What ``score`` and ``demo`` share: run a file through the pipeline and say what came of it."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import loaders
from s3kg_neo4j import __version__, store
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, note, print_rows
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.jitter import Jitter
from s3kg_neo4j.measure import Direction, Measure
from s3kg_neo4j.memory import MemoryEngine
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.neo4j_engine import Neo4jEngine, choose_aligner
from s3kg_neo4j.pipeline import Engine, Tally, evaluate_records
from s3kg_neo4j.report.page import write_page
from s3kg_neo4j.report.summary import (
    RESAMPLES,
    SEED,
    error_table,
    mean_table,
    status_counts,
    status_table,
    summarise,
)
from s3kg_neo4j.runs import RunFolder, input_digest, only_run
from s3kg_neo4j.settings import load_settings
from s3kg_neo4j.timings import Timings
from s3kg_neo4j.versions import package_versions

MOST_NOTES = 20
"""Bad records, and rejected triplets, that are named on stderr; run.json names them all."""


@dataclass(frozen=True, slots=True)
class Request:
    """A run as it was asked for."""

    file: Path
    loader: str | None
    dataset: str
    out: Path
    resume: bool
    strict: bool
    engine: str
    aligner: str | None
    measure: Measure
    encoder: str | None
    precision: str
    keep_colours: bool
    jitter: Jitter | None = None


def score_file(request: Request, form: Format) -> int:
    """Run, print the summary, and return the exit code.

    Raises:
        InputError: Nothing in the file can be used.
    """
    settings = load_settings()
    name = request.loader or loaders.detect(request.file)
    embedder = load_embedder(settings, request.encoder, request.precision)
    identity = {
        "input": input_digest(request.file),
        "loader": name,
        "dataset": request.dataset,
        "engine": request.engine,
        "measure": request.measure.as_dict(),
        "encoder": embedder.identity,
        "version": __version__,
    }
    if request.jitter is not None:
        identity["jitter"] = asdict(request.jitter)
    timings = Timings()
    with RunFolder(request.out, identity, resume=request.resume) as folder:
        if folder.finished:
            note(f"{request.out}: {len(folder.finished)} questions are finished, going on")
        with _engine(request, embedder, identity, timings) as (engine, server):
            tally = evaluate_records(
                loaders.load(request.file, name),
                dataset=request.dataset,
                measure=request.measure,
                embedder=embedder,
                engine=engine,
                folder=folder,
                on_bad=_namer(),
                timings=timings,
                jitter=request.jitter,
            )
        rows = folder.scores()
        record = _record(request, identity, tally, rows, server, timings)
        folder.close_run(record)
    if not rows:
        raise InputError(_nothing(request.file, tally))
    write_page(request.out)
    _print(request, rows, tally, form)
    return 2 if request.strict and (tally.bad or tally.rejected) else 0


@contextmanager
def _engine(
    request: Request, embedder: Embedder, identity: dict[str, Any], timings: Timings
) -> Iterator[tuple[Engine, dict[str, Any] | None]]:
    if request.engine == "memory":
        yield MemoryEngine(request.measure, embedder.identity), None
        return
    settings = load_settings()
    known_by = {
        "server": settings.neo4j_uri or str(settings.data_dir),
        "database": settings.neo4j_database,
        "dataset": request.dataset,
        # `both` makes the comparisons of either direction.
        "measure": request.measure.directed(Direction.BOTH).as_dict(),
        "encoder": embedder.identity,
    }
    with only_run(settings.cache_dir / "runs", known_by), open_database() as database:
        aligner = choose_aligner(database, request.aligner)
        prepare(database, embedder, vectors=aligner != "matrix")
        run = f"{request.dataset}/{request.measure.preset}"
        database.run(
            "store/merge_run",
            id=run,
            properties={
                "dataset": request.dataset,
                "folder": str(request.out),
                "encoder": embedder.identity,
                "version": __version__,
                "measure": json.dumps(identity["measure"], sort_keys=True),
            },
        )
        engine = Neo4jEngine(
            database,
            request.measure,
            encoder=embedder.identity,
            run=run,
            aligner=aligner,
            keep_colours=request.keep_colours,
            timings=timings,
        )
        yield engine, asdict(database.server) | {"aligner": aligner}


def prepare(database: Database, embedder: Embedder, *, vectors: bool) -> None:
    """Create what the database lacks: constraints and, for stored vectors, their indexes."""
    store.create_schema(database)
    if vectors:
        store.create_vector_indexes(database, embedder.encoder.dimension)


def _namer() -> Callable[[BadRecord], None]:
    named = Counter[str]()

    def name(record: BadRecord) -> None:
        named["bad"] += 1
        if named["bad"] <= MOST_NOTES:
            note(f"skipped: {record}")
        elif named["bad"] == MOST_NOTES + 1:
            note("skipped: more bad records; run.json names them all")

    return name


def _nothing(file: Path, tally: Tally) -> str:
    if tally.bad:
        return f"{file}: nothing usable: {len(tally.bad)} bad records, the first: {tally.bad[0]}"
    return f"{file}: nothing usable: no question with an answer; see docs/loaders.md"


def _record(
    request: Request,
    identity: dict[str, Any],
    tally: Tally,
    rows: list[dict[str, Any]],
    server: dict[str, Any] | None,
    timings: Timings,
) -> dict[str, Any]:
    given = {
        name: str(value) if isinstance(value, Path) else value
        for name, value in asdict(request).items()
        if name != "measure"
    }
    return {
        "given": given,
        "effective": identity,
        "server": server,
        "packages": package_versions(),
        "bootstrap": {"resamples": RESAMPLES, "seed": SEED},
        "counts": {
            "answers": len(rows),
            "bad_records": len(tally.bad),
            "rejected_triplets": len(tally.rejected),
            "status": status_counts(rows),
        },
        "bad_records": [str(record) for record in tally.bad],
        "rejected_triplets": tally.rejected,
        "clock": {
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "seconds": timings.seconds(),
        },
    }


def _print(request: Request, rows: list[dict[str, Any]], tally: Tally, form: Format) -> None:
    counts = ", ".join(f"{n} {status}" for status, n in status_counts(rows).items())
    note(f"{len(rows)} answers: {counts}")
    for entry in tally.rejected[:MOST_NOTES]:
        note(f"rejected: {entry}")
    if len(tally.rejected) > MOST_NOTES:
        note("rejected: more triplets; run.json names them all")
    if tally.bad or tally.rejected:
        note(f"{len(tally.bad)} bad records skipped, {len(tally.rejected)} triplets rejected")
    summary = summarise(rows)
    if form is Format.TABLE:
        print_rows(status_table(summary), form, "Answers by status")
        print_rows(mean_table(summary), form, "Mean, 95 % bootstrap interval, n")
        print_rows(error_table(rows), form, "Triplets by error class")
    else:
        print_rows(summary, form)
    note(f"run folder: {request.out}  (s3kg errors {request.out})")
