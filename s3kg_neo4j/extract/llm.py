"""Three texts of a question turned into graphs in one call, so that their names agree.

Source: S3KG (arXiv 2609.30484), appendix B; the wording of the prompt is our own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from s3kg_neo4j.extract.reply import ReplyError, ReplyGraph, parse_reply
from s3kg_neo4j.llm import Call, Caller, Prompt
from s3kg_neo4j.model import Status

ATTEMPTS = 3
"""Replies asked for before a question counts as failed."""

MOST_NAMES = 60
"""Names in use that a later passage is told of."""


PASSAGE = 6000
"""Characters of a source that one call takes unless asked otherwise."""


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """How texts are turned into graphs.

    Attributes:
        model: The model's name.
        prompt: Its instructions.
        temperature: 0 unless asked otherwise.
        seed: For endpoints that take one.
        max_tokens: Longest reply; None leaves it to the endpoint.
        passage: Characters of a passage; a longer source is cut between sentences.
    """

    model: str
    prompt: Prompt
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int | None = None
    passage: int = PASSAGE


def passage_calls(
    rounds: Sequence[Mapping[int, str]], options: ExtractionOptions
) -> Iterator[Call]:
    """The calls of one question, for a plan: names that a reply would bring are left out."""
    for texts in rounds:
        yield _call(texts, (), options)


def extract_rounds(
    rounds: Sequence[Mapping[int, str]],
    names: Sequence[str],
    caller: Caller,
    options: ExtractionOptions,
) -> dict[int, list[ReplyGraph]]:
    """The graphs of each text, one a passage.

    Args:
        rounds: Texts of each call by their number, 1 to 3; a long text is spread over calls.
        names: Entities that are in use already.
        caller: Gets the replies.
        options: How.
    """
    found: dict[int, list[ReplyGraph]] = {}
    known = dict.fromkeys(names)
    for texts in rounds:
        graphs = _extract(_call(texts, list(known)[:MOST_NAMES], options), list(texts), caller)
        for number, graph in graphs.items():
            found.setdefault(number, []).append(graph)
            known |= dict.fromkeys(end for t in graph.triplets for end in (t.head, t.tail))
    return found


def _extract(call: Call, wanted: Sequence[int], caller: Caller) -> dict[int, ReplyGraph]:
    why = ""
    for attempt in range(ATTEMPTS):
        reply = caller.reply(replace(call, attempt=attempt))
        if reply.status in (Status.REFUSED, Status.FAILED):
            why = reply.text or reply.finish_reason
            return {n: ReplyGraph(0, (), (), reply.status, why) for n in wanted}
        try:
            graphs = parse_reply(reply.text, wanted)
        except ReplyError as error:
            why = str(error)
            continue
        if reply.status is Status.TRUNCATED:
            if call.max_tokens is not None and attempt == 0:
                call = replace(call, max_tokens=2 * call.max_tokens)
                continue
            graphs = {n: _cut_off(graph) for n, graph in graphs.items()}
        return graphs
    return {n: ReplyGraph(0, (), (), Status.FAILED, why) for n in wanted}


def _cut_off(graph: ReplyGraph) -> ReplyGraph:
    return graph if graph.status is Status.FAILED else replace(graph, status=Status.TRUNCATED)


def _call(texts: Mapping[int, str], names: Sequence[str], options: ExtractionOptions) -> Call:
    parts = [f"<text{number}>\n{text}\n</text{number}>" for number, text in texts.items()]
    if names:
        parts.append("Names already in use: " + "; ".join(names))
    return Call(
        model=options.model,
        prompt=options.prompt.version,
        system=options.prompt.text,
        user="\n\n".join(parts),
        temperature=options.temperature,
        seed=options.seed,
        max_tokens=options.max_tokens,
        json_reply=True,
    )
