"""Failures as replies: one shape, a status that says whose fault it is, no traceback."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from s3kg_neo4j.errors import InputError, PrerequisiteError, S3KGError
from s3kg_neo4j.service.wire import Failure

logger = logging.getLogger(__name__)

REQUEST_ID = "X-Request-ID"


def refusal(request: Request, status: int, error: str, what_to_do: str = "") -> JSONResponse:
    """The reply that says why there is no other."""
    failure = Failure(
        error=error, what_to_do=what_to_do or None, request_id=request.state.request_id
    )
    return JSONResponse(failure.model_dump(exclude_none=True), status)


async def refuse_error(request: Request, error: Exception) -> JSONResponse:
    """An error of ours: what is not stored, what cannot be used, what is away."""
    status, line = 422, " ".join(str(error).split())
    if isinstance(error, PrerequisiteError):
        status = 503
        logger.warning("%s %s", request.state.request_id, line)
    elif isinstance(error, InputError):
        status = 404
    what, _, action = line.partition("; ")
    return refusal(request, status, what, action)


async def refuse_request(request: Request, error: Exception) -> JSONResponse:
    """A request that is not as described: its first wrong field."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  registered for no other
    first = error.errors()[0]
    reason = first["ctx"]["error"] if first["type"] == "json_invalid" else ""
    message = f"{_field(first)}: {first['msg']}" + (f": {reason}" if reason else "")
    return refusal(request, 422, message, "correct the request; /openapi.json describes it")


async def refuse_route(request: Request, error: Exception) -> JSONResponse:
    """No such address, or not this method there."""
    assert isinstance(error, HTTPException)  # noqa: S101  registered for no other
    path = request.scope["raw_path"].decode("ascii", "replace")
    what = f"{request.method} {path}: {error.detail}"
    reply = refusal(request, error.status_code, what, "/openapi.json describes what there is")
    reply.headers.update(error.headers or {})
    return reply


ON_ERROR: dict[int | type[Exception], Any] = {
    S3KGError: refuse_error,
    RequestValidationError: refuse_request,
    HTTPException: refuse_route,
}
"""Who makes the reply, by the kind of exception."""


def _field(error: Mapping[str, Any]) -> str:
    """("body", "claims", 0, "id") as claims[0].id; where there is no JSON, the body."""
    parts = () if error["type"] == "json_invalid" else error["loc"][1:]
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)
    return path.removeprefix(".") or "body"
