"""A local server that speaks the OpenAI chat protocol and says what it is told to."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[int, dict[str, Any]], dict[str, Any]]
"""From the number of a request (from 0) and its body to what is done about it.

``content``, ``finish_reason``, ``refusal``: the reply. ``status``, ``code``, ``retry_after_s``:
an error. ``seconds``: wait before. ``body``: raw text sent instead. ``drop``: hang up.
"""


@dataclass
class Endpoint:
    """A running server: its address, and every request that it got."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    replied: list[float] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    @property
    def users(self) -> list[str]:
        return [request["messages"][-1]["content"] for request in self.requests]


@contextmanager
def endpoint(script: Script) -> Iterator[Endpoint]:
    """Serve ``script`` on a free port of this machine."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            body = json.loads(self.rfile.read(length))
            with lock:
                number = len(seen.requests)
                seen.requests.append(body)
                seen.headers.append(dict(self.headers))
                seen.times.append(time.monotonic())
                seen.at_once += 1
                seen.most_at_once = max(seen.most_at_once, seen.at_once)
            try:
                self._act(script(number, body), body)
            finally:
                with lock:
                    seen.at_once -= 1
                    seen.replied.append(time.monotonic())

        def _act(self, step: dict[str, Any], body: dict[str, Any]) -> None:
            time.sleep(step.get("seconds", 0))
            if step.get("drop"):
                self.close_connection = True
                self.connection.close()
                return
            if "body" in step:
                self._send(200, step["body"])
            elif "status" in step:
                error = {"message": step.get("message", "no"), "code": step.get("code")}
                self._send(step["status"], json.dumps({"error": error}), step.get("retry_after_s"))
            else:
                self._send(200, json.dumps(_completion(step, body)))

        def _send(self, status: int, text: str, retry_after: object = None) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            if retry_after is not None:
                self.send_header("retry-after", str(retry_after))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64

        def handle_error(self, *_: object) -> None:
            pass  # clients hang up on purpose

    server = Server(("127.0.0.1", 0), Handler)
    seen = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        server.shutdown()
        server.server_close()


def in_turn(*steps: dict[str, Any]) -> Script:
    """One step a request; the last one for ever."""
    return lambda number, _: steps[min(number, len(steps) - 1)]


def _completion(step: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.get("content")}
    if "refusal" in step:
        message["refusal"] = step["refusal"]
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {"index": 0, "message": message, "finish_reason": step.get("finish_reason", "stop")}
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }
