"""Fills the graphs of a question: what has text and no triplets gets them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from s3kg_neo4j.extract.extraction import Extraction, Extractor
from s3kg_neo4j.extract.llm import ExtractionOptions, extract_rounds, passage_calls
from s3kg_neo4j.extract.origins import find_origins
from s3kg_neo4j.extract.reply import ReplyGraph
from s3kg_neo4j.llm import Call, Caller
from s3kg_neo4j.model import (
    Answer,
    BadRecord,
    Question,
    RejectedTriplet,
    Source,
    Status,
    TextPair,
)
from s3kg_neo4j.sentences import passages

Record = Question | TextPair | BadRecord

GOLD, LLM, CONTEXT = 1, 2, 3
"""Numbers of the texts, as the prompt has them."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A question with triplets wherever it has text, and what went wrong, one line each."""

    question: Question
    failures: tuple[str, ...] = ()


def is_empty(source: Source | None) -> bool:
    """Whether a source has text that nobody has turned into triplets yet."""
    return (
        source is not None
        and source.triplets is None
        and source.extraction in (Status.OK, Status.TRUNCATED)
        and bool(source.text.strip())
    )


def without_triplets(record: Record) -> Record:
    """The record with nothing but text wherever there is text."""
    if isinstance(record, BadRecord):
        return record
    if isinstance(record, TextPair):
        return replace(record, source_1=_bare(record.source_1), source_2=_bare(record.source_2))
    return replace(
        record,
        gold=record.gold and _bare(record.gold),
        context=record.context and _bare(record.context),
        answers=tuple(
            replace(
                answer,
                source=_bare(answer.source),
                gold=_own(answer.gold, record.gold),
                context=_own(answer.context, record.context),
            )
            for answer in record.answers
        ),
    )


def fill_offline(questions: Sequence[Question], extractor: Extractor) -> list[Filled]:
    """Fill questions text by text, in one batch."""
    texts = list(
        dict.fromkeys(source.text for q in questions for source in _sources(q) if is_empty(source))
    )
    found = dict(zip(texts, extractor.extract(texts), strict=True))
    return [_fill_offline(question, found) for question in questions]


def fill_by_model(question: Question, caller: Caller, options: ExtractionOptions) -> Filled:
    """Fill a question answer by answer: its answer, gold and context in one call."""
    failures: list[str] = []
    answers = []
    for answer in question.answers:
        texts = _texts(question, answer)
        if not texts:
            answers.append(answer)
            continue
        graphs = extract_rounds(_rounds(texts, options), _names(question, answer), caller, options)
        made = {
            number: _source(_given(question, answer, number), parts)
            for number, parts in graphs.items()
        }
        failures += [
            f"{question.id}, {answer.model}: {graph.why}"
            for parts in graphs.values()
            for graph in parts
            if graph.why
        ]
        answers.append(
            replace(
                answer,
                source=made.get(LLM, answer.source),
                gold=made.get(GOLD, answer.gold),
                context=made.get(CONTEXT, answer.context),
            )
        )
    filled = replace(question, answers=tuple(answers))
    return Filled(filled, tuple(dict.fromkeys(failures)))


def planned_calls(question: Question, options: ExtractionOptions) -> Iterator[Call]:
    """The calls that ``fill_by_model`` would make, as far as they can be told."""
    for answer in question.answers:
        texts = _texts(question, answer)
        if texts:
            yield from passage_calls(_rounds(texts, options), options)


def _bare(source: Source) -> Source:
    return Source(source.text, extraction=source.extraction) if source.text.strip() else source


def _own(source: Source | None, shared: Source | None) -> Source | None:
    """An answer's own reference without its triplets; none where the question has that text."""
    if source is None or (shared is not None and source.text == shared.text):
        return None
    return _bare(source)


def _sources(question: Question) -> Iterator[Source]:
    for answer in (None, *question.answers):
        found = (
            (question.gold, question.context)
            if answer is None
            else (answer.source, answer.gold, answer.context)
        )
        yield from (source for source in found if source is not None)


def _fill_offline(question: Question, found: Mapping[str, Extraction]) -> Filled:
    def filled(source: Source | None) -> Source | None:
        if source is None or not is_empty(source):
            return source
        made = found[source.text]
        extraction = Status.worst(source.extraction, made.status)
        return replace(source, triplets=made.triplets, extraction=extraction, origins=made.origins)

    answers = tuple(
        replace(
            answer,
            source=filled(answer.source) or answer.source,
            gold=filled(answer.gold),
            context=filled(answer.context),
        )
        for answer in question.answers
    )
    return Filled(
        replace(
            question, gold=filled(question.gold), context=filled(question.context), answers=answers
        )
    )


def _given(question: Question, answer: Answer, number: int) -> Source | None:
    if number == LLM:
        return answer.source
    if number == GOLD:
        return answer.gold or question.gold
    return answer.context or question.context


def _texts(question: Question, answer: Answer) -> dict[int, str]:
    """The texts to extract by number; none where the answer itself has none to extract.

    A failed or refused answer has no text of its own worth a call.
    """
    if answer.source.extraction in (Status.FAILED, Status.REFUSED):
        return {}
    sources = {number: _given(question, answer, number) for number in (GOLD, LLM, CONTEXT)}
    return {
        number: source.text
        for number, source in sources.items()
        if source is not None and is_empty(source)
    }


def _rounds(texts: Mapping[int, str], options: ExtractionOptions) -> list[dict[int, str]]:
    """One call's texts each: first pieces together, then what is left of the long ones."""
    pieces = {number: passages(text, options.passage) for number, text in texts.items()}
    return [
        {number: piece for number, piece in zip(pieces, row, strict=True) if piece}
        for row in zip_longest(*pieces.values())
    ]


def _names(question: Question, answer: Answer) -> list[str]:
    """Entities of the graphs that are there already."""
    names: dict[str, None] = {}
    for number in (GOLD, LLM, CONTEXT):
        source = _given(question, answer, number)
        for triplet in (source.triplets if source else None) or ():
            names |= dict.fromkeys((triplet.head, triplet.tail))
    return list(names)


def _source(given: Source | None, parts: Sequence[ReplyGraph]) -> Source:
    """A text with the triplets of all its passages."""
    assert given is not None  # noqa: S101  it was sent
    triplets = tuple(triplet for part in parts for triplet in part.triplets)
    status = Status.worst(given.extraction, *(part.status for part in parts))
    if triplets and status in (Status.FAILED, Status.REFUSED):
        status = Status.TRUNCATED  # some passages are there
    useless = status in (Status.FAILED, Status.REFUSED)
    return Source(
        given.text,
        None if useless else triplets,
        tuple(_moved(parts)),
        status,
        () if useless else find_origins(given.text, triplets),
    )


def _moved(parts: Sequence[ReplyGraph]) -> Iterator[RejectedTriplet]:
    """Rejected entries, counted over all passages."""
    before = 0
    for part in parts:
        yield from (RejectedTriplet(before + r.index, r.reason) for r in part.rejected)
        before += part.entries
