"""Texts from a file to a file with triplets."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import loaders
from s3kg_neo4j.cli.calling import note_totals, print_plan
from s3kg_neo4j.cli.output import Format, note
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.extract import load_extractor
from s3kg_neo4j.extract.llm import PASSAGE, ExtractionOptions
from s3kg_neo4j.extract.questions import (
    Filled,
    fill_by_model,
    fill_offline,
    planned_calls,
    without_triplets,
)
from s3kg_neo4j.llm import Caller, load_prompt
from s3kg_neo4j.model import Question, Source, Status, TextPair
from s3kg_neo4j.pipeline import Record, Tally, read_questions
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.records import pair_record, question_record, write_record, written_whole
from s3kg_neo4j.workers import in_order

BATCH = 50
"""Questions that an offline extractor takes at a time."""

Filler = Callable[[Iterator[Question]], Iterator[Filled]]


@dataclass(frozen=True, slots=True)
class Texts:
    """What to read.

    Attributes:
        file: Questions and answers, or pairs.
        loader: Source format, None to find out.
        limit: Questions at most; 0 for all.
        anew: Forget the triplets of sources that have text.
    """

    file: Path
    loader: str | None = None
    limit: int = 0
    anew: bool = False

    def records(self) -> Iterator[Record]:
        """The records, as they are to be extracted."""
        for record in islice(loaders.load(self.file, self.loader), self.limit or None):
            yield without_triplets(record) if self.anew else record


def llm_options(
    model: str | None,
    seed: int | None = None,
    max_tokens: int | None = None,
    passage: int = PASSAGE,
) -> ExtractionOptions:
    """Options of the llm extractor.

    Raises:
        UsageError: No model is named.
    """
    if not model:
        raise UsageError(
            "--extraction-model: expected the model's name; or use --extractor spacy, which is "
            "offline and rough"
        )
    return ExtractionOptions(
        model, load_prompt("extract"), seed=seed, max_tokens=max_tokens, passage=passage
    )


def plan_file(source: Texts, options: ExtractionOptions, caller: Caller, form: Format) -> None:
    """Show what ``extract_by_model`` would take."""
    questions = read_questions(source.records(), Tally(), lambda bad: note(f"skipped: {bad}"))
    print_plan(caller, (call for q in questions for call in planned_calls(q, options)), form)


def extract_by_model(source: Texts, options: ExtractionOptions, caller: Caller, out: Path) -> int:
    """Write every question with its graphs; how many records or texts failed.

    Raises:
        InputError: Nothing in the file can be used.
    """

    def filled(questions: Iterator[Question]) -> Iterator[Filled]:
        return in_order(
            lambda question: fill_by_model(question, caller, options),
            questions,
            caller.workers,
            caller.stop,
        )

    try:
        return _write(source, out, filled)
    finally:
        note_totals(caller)


def extract_offline(source: Texts, name: str, out: Path) -> int:
    """The same without a model's help.

    Raises:
        InputError: Nothing in the file can be used.
    """
    extractor = load_extractor(name)
    note(
        f"{extractor.name} {extractor.version}: an offline extraction is rough: it misses facts "
        "and splits names that a language model would not (docs/extraction.md)"
    )

    def filled(questions: Iterator[Question]) -> Iterator[Filled]:
        while batch := list(islice(questions, BATCH)):
            yield from fill_offline(batch, extractor)

    return _write(source, out, filled)


def _write(source: Texts, out: Path, filled: Filler) -> int:
    tally, failures, counts = Tally(), 0, Counter[str]()
    pairs: dict[str, TextPair] = {}

    def noted(records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            if isinstance(record, TextPair):
                pairs[record.id] = record
            yield record

    questions = read_questions(noted(source.records()), tally, lambda bad: note(f"skipped: {bad}"))
    with written_whole(out) as stream, Progress("questions") as progress:
        for made in filled(questions):
            failures += len(made.failures)
            for failure in made.failures:
                note(f"failed: {failure}")
            counts += _counts(made.question)
            pair = pairs.pop(made.question.id, None)
            write_record(
                stream, _as_pair(pair, made.question) if pair else question_record(made.question)
            )
            progress.advance()
        if not tally.questions:
            raise InputError(f"{source.file}: nothing usable: {len(tally.bad)} bad records")
    note(f"{out}: {counts['triplets']} triplets from {tally.questions} questions")
    if counts["rejected"]:
        note(f"rejected: {counts['rejected']} entries that are no triplets; {out} has the reasons")
    if counts["truncated"]:
        note(f"TRUNCATED: {counts['truncated']} graphs, cut at a token limit; see --max-tokens")
    if not counts["triplets"]:
        note(f"warning: 0 triplets from {tally.questions} questions: nothing can be compared")
    return len(tally.bad) + failures + (not counts["triplets"])


def _as_pair(pair: TextPair, made: Question) -> dict[str, object]:
    answer = made.answers[0]
    two = answer.gold or made.gold
    return pair_record(
        TextPair(pair.id, answer.source, two or Source(), pair.label, pair.properties)
    )


def _counts(question: Question) -> Counter[str]:
    sources = [question.gold, question.context]
    sources += [s for a in question.answers for s in (a.source, a.gold, a.context)]
    counts = Counter[str]()
    for source in filter(None, sources):
        counts["triplets"] += len(source.triplets or ())
        counts["rejected"] += len(source.rejected)
        counts["truncated"] += source.extraction is Status.TRUNCATED
    return counts
