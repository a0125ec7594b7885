"""The same calls as tools of a language model, by the Model Context Protocol."""

from collections.abc import Iterator
from contextlib import contextmanager

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from s3kg_neo4j import __version__
from s3kg_neo4j.errors import S3KGError
from s3kg_neo4j.measure import Preset
from s3kg_neo4j.service.calls import Calls
from s3kg_neo4j.service.wire import (
    Claims,
    DiffRow,
    GateReply,
    GateRequest,
    Name,
    QuestionBody,
    ScoreReply,
)


def create_tools(calls: Calls) -> MCPServer:
    """A server of the tools gate, score and diff."""
    server = MCPServer(
        "s3kg",
        version=__version__,
        instructions="Check claims and answers against trusted graphs before you rely on them.",
        log_level="WARNING",
    )
    reads = ToolAnnotations(read_only_hint=True, open_world_hint=False)

    @server.tool(annotations=reads)
    def gate(reference: Name, claims: Claims, as_of: str = "") -> GateReply:
        """Check claims against a stored reference graph.

        Each claim gets SUPPORTED, OUTDATED, NOT_YET, CONTRADICTED or UNGROUNDED with the facts
        that prove it; each document of claims gets a score.
        """
        with _reported():
            return calls.gate(GateRequest(reference=reference, claims=claims, as_of=as_of))

    @server.tool(annotations=reads)
    def score(
        question: QuestionBody, preset: Preset = Preset.PAPER, encoder: str | None = None
    ) -> ScoreReply:
        """Score answers to a question against its gold and context triplets.

        Each answer gets GoldSim, CtxSim and CUS; every triplet that does not align gets its
        error class and what the context says of it.
        """
        line = question.model_dump_json(exclude_unset=True).encode()
        with _reported():
            return calls.score(line, preset, encoder)

    @server.tool(annotations=reads)
    def diff(question: str, run: str, model: str | None = None) -> list[DiffRow]:
        """Show how the stored answers to a question compare with gold, triplet by triplet."""
        with _reported():
            return calls.diff(question, run, model)

    return server


@contextmanager
def _reported() -> Iterator[None]:
    """Errors of ours as the tool's answer: the model reads what to do."""
    try:
        yield
    except S3KGError as error:
        raise ToolError(str(error)) from None
