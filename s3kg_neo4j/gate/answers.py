"""Claims and references from the graphs of questions: the gate on plain question answering."""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import zip_longest

from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.model import Claim, Fact, Judged, RefEntity, Reference, Relation
from s3kg_neo4j.gate.references import stored_meanwhile
from s3kg_neo4j.gate.verdicts import judge
from s3kg_neo4j.model import Answer, Origin, Source
from s3kg_neo4j.sentences import Span, sentence_spans


def claims_of(document: str, source: Source) -> list[Claim]:
    """The triplets of a text as claims of a document, each with the sentence that says it."""
    spans = sentence_spans(source.text) if any(source.origins) else []
    return [
        Claim(
            f"{document}#{number}",
            triplet.head,
            triplet.relation,
            triplet.tail,
            document,
            sentence=_sentence(source.text, spans, origin),
        )
        for number, (triplet, origin) in enumerate(
            zip_longest(source.triplets or (), source.origins), start=1
        )
    ]


def answer_claims(question: str, answer: Answer) -> list[Claim]:
    """The claims of an answer; the document is named after question, model and temperature."""
    parts = [question, answer.model]
    if answer.temperature is not None:
        parts.append(f"{answer.temperature:g}")
    if answer.repeat:
        parts.append(str(answer.repeat))
    return claims_of(" ".join(parts), answer.source)


def own_reference(source: Source, functional: Collection[str]) -> Reference:
    """The triplets of a text as a reference; only relations called functional can contradict."""
    triplets = source.triplets or ()
    names = dict.fromkeys(end for t in triplets for end in (t.head, t.tail))
    return Reference(
        [RefEntity(name, name) for name in names],
        [Relation(name, functional=True) for name in functional],
        [Fact(t.head, t.relation, t.tail) for t in triplets],
    )


def judge_against(
    database: Database,
    source: Source,
    claims: Sequence[Claim],
    functional: Collection[str] = (),
    as_of: str = "",
) -> list[Judged]:
    """The verdicts on claims by the triplets of a text.

    Raises:
        InputError: The text has no triplets.
    """
    with stored_meanwhile(database, own_reference(source, functional)) as name:
        return judge(database, name, claims, as_of)


def _sentence(text: str, spans: Sequence[Span], origin: Origin | None) -> str:
    if origin is None or origin.start is None:
        return ""
    start, end = spans[max(0, bisect_right(spans, (origin.start, len(text))) - 1)]
    return text[start:end]
