"""The routes: each calls one function in a thread of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Annotated, Any, ParamSpec, TypeVar

from fastapi import Depends, FastAPI, Query, Request
from fastapi.security import HTTPBearer

from s3kg_neo4j import __version__
from s3kg_neo4j.measure import Preset
from s3kg_neo4j.service.calls import Calls, Limits
from s3kg_neo4j.service.failures import ON_ERROR, REQUEST_ID
from s3kg_neo4j.service.guard import Guard
from s3kg_neo4j.service.wire import (
    DiffRow,
    Failure,
    GateReply,
    GateRequest,
    Health,
    QuestionBody,
    RunRow,
    ScoreReply,
)

P = ParamSpec("P")
T = TypeVar("T")

FAILURES = {
    400: "The body cannot be read.",
    401: "The token is missing or wrong.",
    404: "Nothing of that name is stored.",
    413: "The body is too long.",
    422: "The request is not as described, or asks for too much.",
    500: "An error in the program.",
    503: "The database or the encoder is away.",
    504: "It took too long.",
}


def create_app(calls: Calls, limits: Limits, token: str | None) -> FastAPI:
    """The service over HTTP.

    Args:
        calls: What can be asked; closed with the application.
        limits: What one request may ask for.
        token: What clients must send, if anything.
    """
    threads = ThreadPoolExecutor(limits.threads, "s3kg-call")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        threads.shutdown(cancel_futures=True)
        calls.close()

    async def answered(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        # A request that is given up leaves the queue, and its thread when the call returns.
        return await asyncio.wrap_future(threads.submit(call, *args, **kwargs))

    def failures(*codes: int) -> dict[int | str, dict[str, Any]]:
        return {code: _failure(FAILURES[code]) for code in codes}

    app = FastAPI(
        title="s3kg",
        version=__version__,
        summary="Claims against trusted graphs, answers against gold graphs. Nothing is written.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        exception_handlers=ON_ERROR,
        responses=failures(*([401] if token else []), 413, 422, 500, 503, 504),
        dependencies=[Depends(HTTPBearer(auto_error=False))] if token else [],
    )
    app.add_middleware(Guard, limits=limits, token=token)

    @app.post("/gate", responses=failures(400, 404))
    async def gate(request: GateRequest) -> GateReply:
        """Say of each claim what the reference says of it, with the facts that prove it."""
        return await answered(calls.gate, request)

    @app.post("/score", responses=failures(400))
    async def score(
        question: QuestionBody,
        request: Request,
        preset: Preset = Preset.PAPER,
        encoder: str | None = None,
    ) -> ScoreReply:
        """Score the answers of a question, and say what is wrong with each."""
        # The line as it was sent: numbers in labels stay as they were written.
        return await answered(calls.score, await request.body(), preset, encoder)

    @app.get("/questions/{id:path}/diff", responses=failures(404))
    async def diff(
        id: str,  # noqa: A002  the parameter's name
        run: Annotated[str, Query(description="A stored run, as /runs names it.")],
        model: Annotated[str | None, Query(description="Only this model's answers.")] = None,
    ) -> list[DiffRow]:
        """Show how each answer's triplets compare with gold, and what the context says."""
        return await answered(calls.diff, id, run, model)

    @app.get("/runs")
    async def runs() -> list[RunRow]:
        """List the stored runs."""
        return await answered(calls.runs)

    @app.get("/health")
    async def health() -> Health:
        """Say whether the database answers, and which references are stored."""
        return await answered(calls.health)

    return app


def _failure(description: str) -> dict[str, Any]:
    header = {"description": "The request's id, given or made.", "schema": {"type": "string"}}
    return {"model": Failure, "description": description, "headers": {REQUEST_ID: header}}
