"""A question as it is stored and compared: named graphs, and what answers are measured against."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.measure import NONE_ADDED, Direction, Measure
from s3kg_neo4j.model import Answer, Question, Role, Source, Status
from s3kg_neo4j.statuses import SCORED, comparison_status

Kind = Literal["gold", "context"]

LONGEST_PART = 200
"""A part of a gid beyond so many characters is cut and told apart by a hash."""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """One source's graph under the name that it has across the database.

    Attributes:
        gid: Readable name: data set, question, role; for answers model, temperature, repeat.
        role: What it is of.
        source: As it was read.
        graph: Its normalised graph; empty where nothing was extracted.
        digest: Hash of triplets, text and how labels are read: equal digests, equal content.
        answer: The answer that it is, or that it was extracted together with.
    """

    gid: str
    role: Role
    source: Source
    graph: Graph
    digest: str
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class AnswerGraphs:
    """An answer with the graphs that it is measured against."""

    answer: Answer
    llm: Subgraph
    gold: Subgraph | None
    context: Subgraph | None


@dataclass(frozen=True, slots=True)
class QuestionGraphs:
    """All graphs of one question, each once."""

    dataset: str
    question: Question
    answers: tuple[AnswerGraphs, ...]
    graphs: tuple[Subgraph, ...]

    def strings(self) -> Iterator[str]:
        """Every string that needs a vector; repeats are possible."""
        for subgraph in self.graphs:
            yield from subgraph.graph.strings()


@dataclass(frozen=True, slots=True)
class Comparison:
    """An answer's graph against a reference, in one direction.

    Attributes:
        id: Hash of both graphs, the direction, the effective options and the encoder.
        kind: Whether the reference is the gold or the context graph.
        answer: The answer's graph.
        reference: None where there is nothing to compare with.
        status: Settled before anything is compared.
        direction: Who is T1; never BOTH.
    """

    id: str
    kind: Kind
    answer: Subgraph
    reference: Subgraph | None
    status: Status
    direction: Direction

    @property
    def scored(self) -> bool:
        """Whether it goes through the stages."""
        return self.status in SCORED

    @property
    def ends(self) -> tuple[Subgraph, Subgraph]:
        """T1 and T2 of a comparison that goes through the stages."""
        assert self.reference is not None  # noqa: S101  a scored comparison has a reference
        if self.direction is Direction.REFERENCE_FIRST:
            return self.reference, self.answer
        return self.answer, self.reference


def question_graphs(dataset: str, question: Question, measure: Measure) -> QuestionGraphs:
    """Name and build every graph of a question, read as ``measure`` reads labels."""
    base = (dataset, question.id)
    gold = _subgraph((*base, "gold"), Role.GOLD, question.gold, measure)
    context = _subgraph((*base, "context"), Role.CONTEXT, question.context, measure)
    answers = []
    for answer in question.answers:
        name = (*base, *_variant(answer))
        llm = _subgraph(name, Role.LLM, answer.source, measure, answer)
        assert llm is not None  # noqa: S101  an answer always has a source
        answers.append(
            AnswerGraphs(
                answer,
                llm,
                _subgraph((*name, "gold"), Role.GOLD, answer.gold, measure, answer) or gold,
                _subgraph((*name, "context"), Role.CONTEXT, answer.context, measure, answer)
                or context,
            )
        )
    graphs = [gold, context]
    graphs += [g for answer in answers for g in (answer.llm, answer.gold, answer.context)]
    unique = {subgraph.gid: subgraph for subgraph in graphs if subgraph is not None}
    return QuestionGraphs(dataset, question, tuple(answers), tuple(unique.values()))


def comparisons(answer: AnswerGraphs, measure: Measure, encoder: str) -> list[Comparison]:
    """An answer's comparisons: gold first, then context; two of each for both directions."""
    pairs: list[tuple[Kind, Subgraph | None]] = [("gold", answer.gold), ("context", answer.context)]
    return [
        Comparison(
            id=_digest(
                answer.llm.gid,
                answer.llm.digest,
                reference.gid if reference else None,
                reference.digest if reference else None,
                measure.directed(direction).as_dict(),
                encoder,
                kind,
            ),
            kind=kind,
            answer=answer.llm,
            reference=reference,
            status=comparison_status(answer.llm.source, reference.source if reference else None),
            direction=direction,
        )
        for kind, reference in pairs
        for direction in measure.direction.single
    ]


def name_graph(parts: Iterable[str]) -> str:
    """A gid: parts joined by slashes; a slash inside a part is escaped, a long part cut."""
    return "/".join(map(_part, parts))


def _part(part: str) -> str:
    escaped = part.replace("%", "%25").replace("/", "%2F")
    if len(escaped) <= LONGEST_PART:
        return escaped
    return f"{escaped[:LONGEST_PART]}~{_digest(part)}"


def _variant(answer: Answer) -> tuple[str, ...]:
    temperature = "" if answer.temperature is None else f"t{answer.temperature:g}"
    return (answer.model, temperature or "t-", f"r{answer.repeat}")


def _subgraph(
    name: tuple[str, ...],
    role: Role,
    source: Source | None,
    measure: Measure,
    answer: Answer | None = None,
) -> Subgraph | None:
    if source is None:
        return None
    graph = source_graph(source, measure)
    content: list[object] = [
        source.text,
        source.extraction,
        None if source.triplets is None else len(source.triplets),
        [[edge.text, edge.raw.head, edge.raw.relation, edge.raw.tail] for edge in graph.edges],
        [[edge.head, edge.relation, edge.tail, edge.multiplicity] for edge in graph.edges],
        [[label.text, *label.names] for label in graph.entities + graph.relations],
        [origin and [origin.start, origin.end] for origin in source.origins],
    ]
    if measure.opposites != NONE_ADDED:  # labels are stored with what guards read
        content.append(asdict(measure.opposites))
    return Subgraph(name_graph(name), role, source, graph, _digest(role, content), answer)


def _digest(*content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
