"""What a client may ask: each call is one function, safe in any thread, and writes nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from loaders.jsonl import parse_line
from loaders.references import claims_of
from loaders.references.jsonl import claim_of
from s3kg_neo4j import __version__
from s3kg_neo4j.audit import diff_question
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.embed.loading import ENCODERS
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.gate.documents import judge_documents
from s3kg_neo4j.gate.model import Claim
from s3kg_neo4j.gate.references import list_references
from s3kg_neo4j.gate.rows import claim_row, document_row
from s3kg_neo4j.gate.verdicts import judge
from s3kg_neo4j.measure import Measure, Preset
from s3kg_neo4j.memory import MemoryEngine
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.opposites import chosen_opposites
from s3kg_neo4j.results import error_rows, score_row
from s3kg_neo4j.service.wire import (
    ClaimBody,
    DiffRow,
    DocumentRow,
    ErrorRow,
    GateReply,
    GateRequest,
    Health,
    RunRow,
    ScoreReply,
    ScoreRow,
    VerdictRow,
)
from s3kg_neo4j.settings import Settings
from s3kg_neo4j.subgraphs import question_graphs

DATASET = "request"
"""Data set in the names of graphs that are scored and not stored."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may ask for.

    Attributes:
        body: Bytes of its body.
        claims: Claims in it.
        triplets: Triplets of its question, of all graphs together.
        timeout: Seconds until it is given up.
        threads: Requests that are worked on at a time; more wait.
    """

    body: int = 4 << 20
    claims: int = 1000
    triplets: int = 2000
    timeout: float = 60.0
    threads: int = 4


class Calls:
    """The calls, with the database and the encoders that they share."""

    def __init__(
        self, open_database: Callable[[], Database], settings: Settings, limits: Limits
    ) -> None:
        """Open nothing yet: a database that is away now may be there for the first call.

        Raises:
            InputError: The file of opposites in the settings cannot be read.
        """
        self._open_database = open_database
        self._settings = settings
        self._limits = limits
        self._opposites = chosen_opposites(settings)
        self._lock = Lock()
        self._opened: Database | None = None
        self._embedders: dict[str, Embedder] = {}

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            if self._opened is not None:
                self._opened.driver.close()
                self._opened = None

    def gate(self, request: GateRequest) -> GateReply:
        """Check claims against a reference.

        Raises:
            UsageError: A claim or a day cannot be read, or there are too many claims.
            InputError: There is no such reference.
            DatabaseError: The database cannot be asked.
        """
        _check("claims", len(request.claims), self._limits.claims)
        claims = list(_claims(request.claims))
        database = self.database()
        judged = judge(database, request.reference, claims, request.as_of)
        return GateReply(
            verdicts=[VerdictRow(**claim_row(one)) for one in judged],
            documents=[
                DocumentRow(**document_row(one)) for one in judge_documents(database, judged)
            ],
        )

    def score(self, line: bytes, preset: Preset, encoder: str | None = None) -> ScoreReply:
        """Score the answers of a question, a line of the own format, without the database.

        Raises:
            UsageError: The line cannot be read or is too much, or there is no such encoder.
            EncoderError: The encoder cannot be used.
        """
        question = parse_line(line)
        if not question.answers:
            raise UsageError("answers: expected at least one, found none; add answers to score")
        triplets = sum(len(source.triplets or ()) for source in question.sources)
        _check("triplets", triplets, self._limits.triplets)
        measure = replace(Measure.of(preset), opposites=self._opposites)
        embedder = self._embedder(encoder or self._settings.encoder)
        graphs = question_graphs(DATASET, question, measure)
        vectors = embedder.embed(graphs.strings())
        results = MemoryEngine(measure, embedder.identity).evaluate([graphs], vectors)
        return ScoreReply(
            scores=[ScoreRow(**score_row(one, measure)) for one in results],
            errors=[ErrorRow(**row) for one in results for row in error_rows(one)],
        )

    def diff(self, qid: str, run: str, model: str | None = None) -> list[DiffRow]:
        """A question's graphs side by side, as a stored run labelled them.

        Raises:
            InputError: There is no such run, or it has no such question or model.
            DatabaseError: The database cannot be asked.
        """
        found = self.runs(run)
        if not found:
            raise InputError(f"no run {run!r} in the database; /runs lists them")
        dataset, preset = found[0].dataset, found[0].preset
        rows = diff_question(self.database(), dataset, qid, preset, model)
        return [DiffRow(**row) for row in rows]

    def runs(self, run: str | None = None) -> list[RunRow]:
        """The stored runs, or the one of that name.

        Raises:
            DatabaseError: The database cannot be asked.
        """
        return [RunRow(**row) for row in self.database().run("browse/list_runs", run=run)]

    def health(self) -> Health:
        """Whether the database answers, and which references it holds.

        Raises:
            DatabaseError: It does not.
        """
        database = self.database()
        names = [row["reference"] for row in list_references(database)]
        server = database.server
        return Health(version=__version__, neo4j=server.version, gds=server.gds, references=names)

    def database(self) -> Database:
        """The database, opened when it is first asked for.

        Raises:
            DatabaseError: It does not answer.
        """
        with self._lock:
            if self._opened is None:
                self._opened = self._open_database()
            return self._opened

    def _embedder(self, name: str) -> Embedder:
        """One of the encoders that need no path and no network: others are not a client's choice.

        Raises:
            UsageError: It is another one.
        """
        allowed = dict.fromkeys((self._settings.encoder, *ENCODERS))
        if name not in allowed:
            raise UsageError(f"encoder: expected one of {', '.join(allowed)}, got {name!r}")
        if name not in self._embedders:
            # Of two that are made at once, which costs nothing, all use the first.
            self._embedders.setdefault(name, load_embedder(self._settings, name))
        return self._embedders[name]


def _check(what: str, found: int, most: int) -> None:
    if found > most:
        raise UsageError(
            f"{what}: expected at most {most}, found {found}; send them in several requests"
        )


def _claims(bodies: Iterable[ClaimBody]) -> Iterable[Claim]:
    records = ((f"claims[{n}]", body.model_dump()) for n, body in enumerate(bodies))
    for made in claims_of(Path("request"), records, claim_of):
        if isinstance(made, BadRecord):
            raise UsageError(str(made))
        yield made
