"""Around every request: an id, the token, bounds on its size and time, a line in the log."""

import asyncio
import hmac
import logging
import re
import time
import uuid

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from s3kg_neo4j.service.calls import Limits
from s3kg_neo4j.service.failures import REQUEST_ID, refusal

logger = logging.getLogger(__name__)

_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")


class Guard:
    """Lets through what may pass, and answers for everything else."""

    def __init__(self, app: ASGIApp, limits: Limits, token: str | None) -> None:
        """Stand around ``app``; without a token everybody may ask."""
        self._app = app
        self._limits = limits
        self._token = token.encode() if token else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        given = request.headers.get(REQUEST_ID, "")
        request.state.request_id = given if _ID.fullmatch(given) else uuid.uuid4().hex
        reply = _Reply(request.state.request_id, send)
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self._limits.timeout) as deadline:
                await self._admit(request, receive, reply.send)
        except Exception as error:
            if reply.status:  # too late for another one
                raise
            if isinstance(error, TimeoutError) and deadline.expired():
                refused = refusal(
                    request,
                    504,
                    f"not done within {self._limits.timeout:g} seconds",
                    "ask for less at a time, or start the service with a longer --timeout",
                )
            else:
                logger.exception("%s failed", request.state.request_id)
                refused = refusal(
                    request, 500, "an error in the program", "report it with the log's traceback"
                )
            await refused(scope, receive, reply.send)
        finally:
            logger.info(
                "%s %s %s %d %.0f ms",
                request.state.request_id,
                request.method,
                scope["raw_path"].decode("ascii", "replace"),
                reply.status,
                1000 * (time.monotonic() - begun),
            )

    async def _admit(self, request: Request, receive: Receive, send: Send) -> None:
        async def answer(response: Response) -> None:
            await response(request.scope, receive, send)

        if not self._is_known(request):
            refused = refusal(
                request, 401, "no token, or a wrong one", "send Authorization: Bearer TOKEN"
            )
            refused.headers["WWW-Authenticate"] = "Bearer"
            return await answer(refused)
        body = await self._body(request, receive)
        if body is None:
            most = f"a body of more than {self._limits.body} bytes"
            return await answer(refusal(request, 413, most, "send it in several requests"))
        return await self._app(request.scope, _replayed(body, receive), send)

    def _is_known(self, request: Request) -> bool:
        if self._token is None:
            return True
        scheme, _, given = request.headers.get("Authorization", "").partition(" ")
        same = hmac.compare_digest(given.strip().encode("latin-1"), self._token)
        return same and scheme.lower() == "bearer"

    async def _body(self, request: Request, receive: Receive) -> bytes | None:
        """The whole body, None where it is too long; no more than that is held."""
        if int(request.headers.get("Content-Length", "0")) > self._limits.body:
            return None
        body = bytearray()
        more = True
        while more:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._limits.body:
                return None
            more = message.get("more_body", False)
        return bytes(body)


class _Reply:
    """What has been sent: its status, 0 before there is one; the id goes with it."""

    def __init__(self, request_id: str, send: Send) -> None:
        self.status = 0
        self._header = (REQUEST_ID.lower().encode(), request_id.encode())
        self._send = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message["headers"], self._header]
        await self._send(message)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A stream whose first message is ``body``."""
    read = False

    async def replay() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
