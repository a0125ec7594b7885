"""What the gate reads, and what it prints of that."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import loaders
from loaders.references import load_claims
from loaders.texts import read_texts
from s3kg_neo4j.cli.calling import note_totals, open_caller
from s3kg_neo4j.cli.extracting import llm_options
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import load_embedder
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.extract import load_extractor
from s3kg_neo4j.extract.questions import Filled, fill_by_model, fill_offline
from s3kg_neo4j.gate import references
from s3kg_neo4j.gate.answers import answer_claims, claims_of, judge_against
from s3kg_neo4j.gate.model import Claim, Judged, Verdict
from s3kg_neo4j.gate.rows import claim_row
from s3kg_neo4j.gate.suggestions import suggest, unresolved
from s3kg_neo4j.model import Answer, BadRecord, Question, Source, TextPair
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.settings import load_settings
from s3kg_neo4j.workers import in_order

Row = dict[str, Any]

Made = TypeVar("Made")


class Bad:
    """Reads a file's records, and names and counts those that cannot be used."""

    def __init__(self, file: Path) -> None:
        """Nothing is bad yet."""
        self.file = file
        self.count = 0

    def skip(self, why: object) -> None:
        """Name one and count it."""
        note(f"skipped: {why}")
        self.count += 1

    def usable(self, records: Iterable[Made | BadRecord]) -> Iterator[Made]:
        """The records that can be used."""
        for record in records:
            if isinstance(record, BadRecord):
                self.skip(record)
            else:
                yield record

    def none_left(self) -> InputError:
        """What to say where nothing can be used."""
        return InputError(
            f"{self.file}: nothing usable: {self.count} bad records; see docs/gate.md"
        )


def read_claims(bad: Bad, loader: str | None) -> list[Claim]:
    """The claims of a file.

    Raises:
        InputError: There is none.
    """
    claims = list(bad.usable(load_claims(bad.file, loader)))
    if not claims:
        raise bad.none_left()
    return claims


@dataclass(frozen=True, slots=True)
class ChosenExtractor:
    """How texts become claims.

    Attributes:
        extractor: Its name or file, "llm" for a model.
        model: The model's name.
        price: Of models, as options have it.
        budget: Not to be exceeded.
    """

    extractor: str
    model: str | None = None
    price: list[str] | None = None
    budget: float | None = None


def claims_from_text(bad: Bad, chosen: ChosenExtractor) -> list[Claim]:
    """The claims that an extractor finds in texts; a document is a text.

    Raises:
        InputError: There is none.
    """
    questions = [
        Question(name, answers=(Answer("text", Source(text)),))
        for name, text in bad.usable(read_texts(bad.file))
    ]
    claims = []
    for filled in _filled(questions, chosen):
        for failure in filled.failures:
            bad.skip(failure)
        question = filled.question
        found = claims_of(question.id, question.answers[0].source)
        if not found:
            bad.skip(f"{bad.file.name}: {question.id}: no claim found in the text")
        claims += found
    if not claims:
        raise bad.none_left()
    return claims


def judge_own(
    database: Database, bad: Bad, own: str, functional: Sequence[str], as_of: str
) -> list[Judged]:
    """Verdicts on answers by the graphs of their own questions: ``own`` is gold or context.

    Raises:
        InputError: There is no answer with a graph and a reference.
    """
    relations = [name.strip() for name in functional if name.strip()]
    judged: list[Judged] = []
    records: Iterator[Question | TextPair] = bad.usable(loaders.load(bad.file))
    with Progress("questions") as progress:
        for record in records:
            if isinstance(record, TextPair):
                raise InputError(f"{bad.file}: expected questions with answers, found text pairs")
            judged += _judge_question(database, bad, record, own, relations, as_of)
            progress.advance()
    if not judged:
        raise bad.none_left()
    return judged


def _judge_question(
    database: Database, bad: Bad, question: Question, own: str, functional: list[str], as_of: str
) -> Iterator[Judged]:
    """One look-up for all answers that share a reference."""
    groups: dict[int, tuple[Source | None, list[Claim]]] = {}
    for answer in question.answers:
        source = getattr(answer, own) or getattr(question, own)
        claims = answer_claims(question.id, answer)
        groups.setdefault(id(source), (source, []))[1].extend(claims)
    for source, claims in groups.values():
        if source is None or not source.triplets:
            bad.skip(f"{bad.file.name}: {question.id}: {own}: expected triplets, found none")
        elif claims:
            yield from judge_against(database, source, claims, functional, as_of)


def _filled(questions: Sequence[Question], chosen: ChosenExtractor) -> Iterator[Filled]:
    if chosen.extractor != "llm":
        yield from fill_offline(questions, load_extractor(chosen.extractor))
        return
    options = llm_options(chosen.model)
    with open_caller(chosen.price, chosen.budget) as caller:
        try:
            yield from in_order(
                lambda question: fill_by_model(question, caller, options),
                iter(questions),
                caller.workers,
                caller.stop,
            )
        finally:
            note_totals(caller)


def note_suggestions(
    database: Database, reference: str, judged: Sequence[Judged], count: int
) -> None:
    """Say whom unresolved names may mean, by vectors as well where the reference has them."""
    mentions = unresolved(judged) if count else []
    if not mentions:
        return
    encoder = references.encoder_of(database, reference)
    embedder = load_embedder(load_settings(), encoder) if encoder else None
    for mention, found in suggest(database, reference, mentions, count, embedder).items():
        note(f"{mention!r} may be {', '.join(map(str, found)) or 'nothing there'}")


def parse_verdicts(text: str) -> set[Verdict]:
    """Verdicts between commas, in any case.

    Raises:
        UsageError: One is none.
    """
    found = set()
    for part in filter(None, (part.strip().upper() for part in text.split(","))):
        if part not in Verdict.__members__:
            raise UsageError(
                f"--fail-on: expected some of {', '.join(Verdict).lower()}, got {part.lower()!r}"
            )
        found.add(Verdict(part))
    return found


def claim_rows(judged: Sequence[Judged]) -> list[Row]:
    """Claims as rows, with the sentences that say them where these are known."""
    rows = [claim_row(one) for one in judged]
    if any(one.claim.sentence for one in judged):
        rows = [row | {"sentence": o.claim.sentence} for row, o in zip(rows, judged, strict=True)]
    return rows
