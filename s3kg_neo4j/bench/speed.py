"""How long it takes, as ratios within one run: machines differ, and are busy."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from s3kg_neo4j import store
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import S3KGError
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.model import Question
from s3kg_neo4j.neo4j_engine import Neo4jEngine
from s3kg_neo4j.pipeline import evaluate_records
from s3kg_neo4j.runs import RunFolder
from s3kg_neo4j.settings import Settings
from s3kg_neo4j.subgraphs import question_graphs
from s3kg_neo4j.timings import Timings

DATASET = "bench-speed"
POOL, SIZE, SEED = 2000, 8, 7
"""Generated answers draw graphs of ``SIZE`` triplets from so many."""

WARMING = 60
"""Questions of the pass that is not counted."""

SAMPLED_EVERY = 0.05
"""Seconds between two looks at a child's memory."""


@dataclass(slots=True)
class Measured:
    """One pass over the questions.

    Attributes:
        what: Cache and aligner.
        seconds: Of the whole.
        stages: Seconds by stage; stages of several batches overlap.
    """

    what: str
    seconds: float
    stages: dict[str, float] = field(default_factory=dict)


def bare_encoding(questions: Sequence[Question], settings: Settings) -> tuple[Measured, int]:
    """The program's own encoder alone on the distinct strings, in one call; how many these are."""
    strings = {s for q in questions for s in question_graphs(DATASET, q, Measure()).strings()}
    encoder = load_embedder(settings).encoder
    encoder.encode(["warm up"])
    seconds = _time(lambda: encoder.encode(sorted(strings)))
    return Measured("bare encoding", seconds), len(strings)


def passes(
    questions: Sequence[Question], database: Database, settings: Settings, aligner: str
) -> Iterator[Measured]:
    """The whole on an empty data set: with an empty vector cache, then with a full one.

    A first pass over some of the questions is not counted, as that of ``bare_encoding`` is not:
    a server that has just been started compiles its code while it runs.
    """
    with tempfile.TemporaryDirectory() as folder:
        warming = settings.model_copy(update={"cache_dir": Path(folder) / "warming"})
        _whole(questions[:WARMING], database, warming, aligner, "no")
        own = settings.model_copy(update={"cache_dir": Path(folder)})
        for cache in ("cold", "warm"):
            yield _whole(questions, database, own, aligner, cache)


def _whole(
    questions: Sequence[Question],
    database: Database,
    settings: Settings,
    aligner: str,
    cache: str,
) -> Measured:
    embedder, measure, timings = load_embedder(settings), Measure(), Timings()
    store.create_schema(database)
    if aligner != "matrix":
        store.create_vector_indexes(database, embedder.encoder.dimension)
    database.run("store/merge_run", id=DATASET, properties={"dataset": DATASET})
    engine = Neo4jEngine(
        database,
        measure,
        encoder=embedder.identity,
        run=DATASET,
        aligner=aligner,
        timings=timings,
    )

    def everything() -> None:
        with RunFolder(settings.cache_dir / f"{cache}-run", {}, resume=False) as folder:
            evaluate_records(
                questions,
                dataset=DATASET,
                measure=measure,
                embedder=embedder,
                engine=engine,
                folder=folder,
                on_bad=lambda _: None,
                timings=timings,
            )

    try:
        seconds = _time(everything)
    finally:
        store.delete_dataset(database, DATASET)
    return Measured(f"{aligner}, {cache} cache", seconds, timings.seconds())


def growth(answers: int, folder: Path, encoder: str) -> tuple[float, float]:
    """Seconds, and MB of the client at most, of ``s3kg score`` on generated answers."""
    file = folder / f"generated-{answers}.jsonl"
    with file.open("w", encoding="utf-8") as stream:
        for line in _generated(answers):
            stream.write(line)
    command = [
        *(sys.executable, "-c", "from s3kg_neo4j.cli import main; main()", "score", str(file)),
        *("--aligner", "matrix", "--encoder", encoder, "--out", str(folder / f"run-{answers}")),
    ]
    start, most = time.perf_counter(), 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603  our own program
        child = psutil.Process(process.pid)
        # Sampled: the system's own maximum of a child begins with that of its parent.
        while process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                most = max(most, child.memory_info().rss)
            time.sleep(SAMPLED_EVERY)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise S3KGError(f"s3kg score {file} ended with {process.returncode}; run it by hand")
    return seconds, most / (1 << 20)


def threads(settings: Settings) -> str:
    """Threads that the encoder uses, of so many cores."""
    return f"{load_embedder(settings).encoder.threads} encoder threads, {os.cpu_count()} cores"


def _generated(answers: int) -> Iterator[str]:
    """Questions of two answers, with graphs drawn from one pool of triplets."""
    draw = random.Random(SEED)  # noqa: S311  no secret
    names = [f"{a} {b}" for a in _ADJECTIVES for b in _NOUNS]
    pool = [[draw.choice(names), draw.choice(_RELATIONS), draw.choice(names)] for _ in range(POOL)]
    for number in range(answers // 2):
        graphs = [{"triplets": draw.sample(pool, SIZE)} for _ in range(4)]
        record = {
            "id": str(number),
            "gold": graphs[0],
            "context": graphs[1],
            "answers": [graphs[2] | {"model": "one"}, graphs[3] | {"model": "two"}],
        }
        yield json.dumps(record) + "\n"


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


_ADJECTIVES = [
    "red",
    "old",
    "fast",
    "quiet",
    "northern",
    "famous",
    "small",
    "heavy",
    "early",
    "open",
]
_NOUNS = [
    "river",
    "engine",
    "study",
    "patient",
    "city",
    "treaty",
    "protein",
    "bridge",
    "school",
    "comet",
]
_RELATIONS = ["causes", "contains", "follows", "was built by", "is part of", "reduces", "owns"]
