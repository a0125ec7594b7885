"""The service as its clients meet it: real processes, the real server, real clients."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest

from s3kg_neo4j import server
from s3kg_neo4j.database import Database
from s3kg_neo4j.gate import references
from s3kg_neo4j.gate.model import Fact, RefEntity, Reference, Relation
from s3kg_neo4j.service.app import create_app
from s3kg_neo4j.service.calls import Calls, Limits
from s3kg_neo4j.service.wire import Health
from s3kg_neo4j.settings import load_settings

pytestmark = pytest.mark.server

S3KG = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()"]
NOWHERE = "bolt://127.0.0.1:1"
TOKEN = "correct horse battery staple"
REFERENCE = Reference(
    [RefEntity("ann", "Ann Lee"), RefEntity("acme", "Acme"), RefEntity("zeta", "Zeta")],
    [Relation("works for", functional=True)],
    [Fact("ann", "works for", "acme", "2001", "2010"), Fact("ann", "works for", "zeta", "2011")],
)
CLAIMS: list[dict[str, Any]] = [
    {"id": "a", "claim": ["Ann Lee", "works for", "Zeta"]},
    {"id": "b", "claim": ["Ann Lee", "works for", "Acme"]},
    {
        "id": "c",
        "claim": ["Ann Lee", "works for", "Acme"],
        "valid_from": "2005",
        "valid_to": "2006",
    },
    {"id": "d", "claim": ["Gork", "met", "Mork"], "document": "other"},
]
GATE = {"reference": "people", "claims": CLAIMS, "as_of": "2020"}
QUESTION = {
    "id": "q/1",
    "gold": {"triplets": [["William", "defeated", "Harold"], ["Harold", "died in", "1066"]]},
    "context": {"triplets": [["William", "defeated", "Harold"]]},
    "answers": [{"model": "m1", "triplets": [["Harold", "defeated", "William"], ["too", "few"]]}],
}
LINE = json.dumps(QUESTION)
DIFF = "/questions/q%2F1/diff"
RUN = "history/paper"


@dataclass(frozen=True)
class Service:
    """A running service: a client of it, its process and what it logged."""

    client: httpx.Client
    process: subprocess.Popen[bytes]
    log: Path

    def failure(self, reply: httpx.Response, status: int) -> str:
        """Check a failure's status and shape, and return what it says."""
        assert reply.status_code == status, reply.text
        said = reply.json()
        assert set(said) <= {"error", "what_to_do", "request_id"}
        assert said["request_id"] == reply.headers["X-Request-ID"]
        assert "Traceback" not in reply.text
        return f"{said['error']}; {said.get('what_to_do', '')}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def environment(connection: server.Connection) -> dict[str, str]:
    return os.environ | {
        "S3KG_NEO4J_URI": connection.uri,
        "S3KG_NEO4J_PASSWORD": connection.password or "",
        "S3KG_ENCODER": "hashing",
        "S3KG_SERVICE_TOKEN": "",
        "NO_COLOR": "1",
    }


@contextmanager
def serving(
    folder: Path, environment: dict[str, str], *options: str, stop: int = signal.SIGTERM
) -> Iterator[Service]:
    """A service on a free port; it must end by ``stop`` as if nothing had happened."""
    log = folder / f"{time.monotonic_ns()}.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [*S3KG, "serve", "--port", "0", *options], cwd=folder, env=environment, stderr=stream
        )
    try:
        until = time.monotonic() + 60
        while not (found := re.search(r"listening on http://\S+:(\d+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.05)
        with httpx.Client(base_url=f"http://127.0.0.1:{found[1]}", timeout=60) as client:
            yield Service(client, process, log)
    finally:
        process.send_signal(stop)
        code = process.wait(30)
    assert code == 0, log.read_text()
    assert "Traceback" not in log.read_text()


def s3kg(
    folder: Path, environment: dict[str, str], *words: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*S3KG, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def printed(folder: Path, environment: dict[str, str], *words: str) -> Any:
    """What a command prints as JSON."""
    done = s3kg(folder, environment, *words, "--format", "json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def stored(shared_database: Database, folder: Path, environment: dict[str, str]) -> Iterator[Path]:
    """A reference, and a run of the same question."""
    references.load_reference(shared_database, "people", REFERENCE)
    (folder / "history.jsonl").write_text(LINE + "\n")
    printed(folder, environment, "score", "history.jsonl")
    yield folder
    shared_database.ask("MATCH (n) DETACH DELETE n")


@pytest.fixture(scope="module")
def service(stored: Path, environment: dict[str, str]) -> Iterator[Service]:
    with serving(stored, environment) as running:
        yield running


@pytest.fixture(scope="module")
def guarded(folder: Path, environment: dict[str, str]) -> Iterator[Service]:
    """Reachable from elsewhere, tightly bounded, and its database is away."""
    own = environment | {"S3KG_SERVICE_TOKEN": TOKEN, "S3KG_NEO4J_URI": NOWHERE}
    bounds = ("--max-body", "2000", "--max-claims", "3", "--max-triplets", "5")
    with serving(folder, own, "--host", "0.0.0.0", *bounds, stop=signal.SIGINT) as running:
        running.client.headers["Authorization"] = f"Bearer {TOKEN}"
        yield running
    assert TOKEN not in running.log.read_text()


def test_gate_says_what_the_command_says(
    service: Service, environment: dict[str, str], folder: Path
) -> None:
    reply = service.client.post("/gate", json=GATE)
    assert reply.status_code == 200, reply.text
    said = reply.json()
    verdicts = {row["id"]: row["verdict"] for row in said["verdicts"]}
    assert verdicts == {"a": "SUPPORTED", "b": "OUTDATED", "c": "SUPPORTED", "d": "UNGROUNDED"}
    [proof] = said["verdicts"][0]["evidence"]
    assert proof.startswith("Ann Lee works for Zeta")
    assert "2011-01-01" in proof
    assert [row["score"] for row in said["documents"]] == [
        pytest.approx(1 - 0.5 / 3, abs=1e-6),
        0.5,
    ]
    (folder / "claims.jsonl").write_text("".join(json.dumps(claim) + "\n" for claim in CLAIMS))
    words = ("gate", "claims.jsonl", "--reference", "people", "--as-of", "2020")
    assert said["verdicts"] == printed(folder, environment, *words)
    assert said["documents"] == printed(folder, environment, *words, "--documents")


def test_score_gives_the_rows_of_the_run_folder(
    service: Service, environment: dict[str, str], folder: Path, sample: Path
) -> None:
    for number, preset in enumerate(("paper", "s3kg+")):
        out = folder / f"memory-{number}"
        words = ("--engine", "memory", "--dataset", "request", "--out", str(out))
        printed(folder, environment, "score", str(sample), "--preset", preset, *words)
        scores, errors = [], []
        for line in sample.read_bytes().splitlines():
            reply = service.client.post(
                "/score",
                params={"preset": preset},
                content=line,
                headers={"Content-Type": "application/json"},
            )
            assert reply.status_code == 200, reply.text
            scores += reply.json()["scores"]
            errors += reply.json()["errors"]
        assert scores == lines(out / "scores.jsonl")
        assert errors == lines(out / "errors.jsonl")


def test_diff_and_runs_say_what_is_stored(
    service: Service, environment: dict[str, str], stored: Path
) -> None:
    [run] = service.client.get("/runs").json()
    assert (run["run"], run["dataset"], run["preset"], run["answers"]) == (
        RUN,
        "history",
        "paper",
        1,
    )
    rows = service.client.get(DIFF, params={"run": RUN}).json()
    assert [row["category"] for row in rows] == ["role_reversal", "missing"]
    assert (rows[1]["answer"], rows[1]["gold"]) == (None, ["Harold", "died in", "1066"])
    assert rows == printed(stored, environment, "diff", "q/1")
    for path, params in ((DIFF, {"run": "x"}), ("/questions/q2/diff", {"run": RUN})):
        service.failure(service.client.get(path, params=params), 404)
    said = service.failure(service.client.get(DIFF, params={"run": RUN, "model": "m2"}), 404)
    assert "'m2'" in said
    assert "run: Field required" in service.failure(service.client.get(DIFF), 422)


def test_the_same_request_gives_the_same_bytes_also_in_company(service: Service) -> None:
    def ask(number: int) -> tuple[int, bytes]:
        if number % 3 == 0:
            reply = service.client.post("/gate", json=GATE)
        elif number % 3 == 1:
            reply = service.client.post("/score", json=QUESTION)
        else:
            reply = service.client.get(DIFF, params={"run": RUN})
        return reply.status_code, reply.content

    with ThreadPoolExecutor(12) as threads:
        replies = list(threads.map(ask, range(36)))
    assert len(set(replies)) == 3
    assert {status for status, _ in replies} == {200}
    assert replies[:3] == [ask(number) for number in range(3)]


def test_a_request_keeps_its_id(service: Service) -> None:
    given = service.client.get("/health", headers={"X-Request-ID": "build-7.q1"})
    assert given.headers["X-Request-ID"] == "build-7.q1"
    forged = service.client.get("/nowhere", headers={"X-Request-ID": "x y\tz"})
    made = forged.headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{32}", made)
    assert "GET /nowhere: Not Found" in service.failure(forged, 404)
    log = service.log.read_text()
    assert "build-7.q1 GET /health 200 " in log
    assert f"{made} GET /nowhere 404 " in log


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/gate", "{", "body: JSON decode error: Expecting property name"),
        ("/gate", "[" * 100_000, "parsing the body"),
        ("/gate", '{"reference": "people", "claims": []}', "claims: List should have at least 1"),
        ("/gate", json.dumps(GATE | {"as_off": "x"}), "as_off: Extra inputs"),
        ("/gate", json.dumps(GATE | {"as_of": "soon"}), "date: expected YYYY"),
        (
            "/gate",
            '{"reference": "people", "claims": [{"claim": ["a", "b"]}]}',
            "claims[0].claim: ",
        ),
        (
            "/gate",
            json.dumps(GATE | {"claims": [CLAIMS[0] | {"valid_to": "2020-13"}]}),
            "claims[0]: date: expected a month of 1 to 12, got '2020-13'; correct the record",
        ),
        (
            "/score",
            '{"id": 1, "answers": [{"model": "m", "triplets": ["a"]}]}',
            "answers[0].triplets",
        ),
        ("/score", '{"id": 1, "id": 2, "answers": [{"model": "m"}]}', "stands twice"),
        (
            "/score",
            '{"id": 1, "answers": [{"model": "m", "temperature": NaN}]}',
            "NaN is no number",
        ),
        ("/score?encoder=/etc", LINE, "encoder: expected one of hashing, minilm, got '/etc'"),
        ("/score?preset=best", LINE, "preset: Input should be"),
    ],
)
def test_a_bad_request_is_named_in_one_line(
    service: Service, path: str, body: str, said: str
) -> None:
    reply = service.client.post(path, content=body, headers={"Content-Type": "application/json"})
    line = service.failure(reply, 400 if "parsing" in said else 422)
    assert said in line
    assert "\n" not in line


def test_an_unknown_reference_is_not_found(service: Service) -> None:
    reply = service.client.post("/gate", json=GATE | {"reference": "nobody"})
    assert "reference 'nobody': not stored" in service.failure(reply, 404)


def test_too_much_is_refused(guarded: Service) -> None:
    client = guarded.client
    long = b'{"reference": "' + b"x" * 2000
    said = guarded.failure(client.post("/gate", content=long), 413)
    assert said == "a body of more than 2000 bytes; send it in several requests"
    streamed = client.post("/gate", content=iter([long[:1500], long[1500:]]))
    assert guarded.failure(streamed, 413) == said
    assert "at most 3, found 4" in guarded.failure(client.post("/gate", json=GATE), 422)
    more = QUESTION | {"context": {"triplets": [["a", "b", str(n)] for n in range(3)]}}
    assert "triplets: expected at most 5, found 6" in guarded.failure(
        client.post("/score", json=more), 422
    )


def test_only_who_has_the_token_is_answered(guarded: Service) -> None:
    for wrong in ("", TOKEN, f"Bearer {TOKEN}!", f"Basic {TOKEN}"):
        reply = guarded.client.get("/health", headers={"Authorization": wrong})
        assert "send Authorization: Bearer TOKEN" in guarded.failure(reply, 401)
        assert reply.headers["WWW-Authenticate"] == "Bearer"
    assert guarded.client.get("/openapi.json", headers={"Authorization": ""}).status_code == 401
    assert guarded.client.post("/score", json=QUESTION).status_code == 200


def test_without_a_database_it_says_so_and_goes_on(guarded: Service) -> None:
    for reply in (
        guarded.client.get("/health"),
        guarded.client.get("/runs"),
        guarded.client.post("/gate", json=GATE | {"claims": CLAIMS[:1]}),
    ):
        said = guarded.failure(reply, 503)
        assert "Neo4j does not answer" in said
        assert "s3kg server start" in said
    assert guarded.client.post("/score", json=QUESTION).status_code == 200


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--host", "0.0.0.0"), 2, "set S3KG_SERVICE_TOKEN"),
        (("--host", "nowhere.invalid"), 2, "name an address of this machine"),
        (("--port", "{taken}"), 3, "name another one"),
    ],
)
def test_it_does_not_start_where_it_should_not(
    service: Service,
    folder: Path,
    environment: dict[str, str],
    options: Sequence[str],
    code: int,
    said: str,
) -> None:
    words = [word.format(taken=service.client.base_url.port) for word in options]
    done = s3kg(folder, environment, "serve", *words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


class Stuck(Calls):
    """Waits where the real calls look things up, and then fails."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(self._nothing, load_settings(), limits)
        self.go_on = threading.Event()

    def _nothing(self) -> NoReturn:
        raise RuntimeError("the password is 12345")

    def health(self) -> Health:
        self.go_on.wait(10)
        return super().health()


def test_a_call_that_hangs_or_fails_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(timeout=0.3, threads=1)
    calls = Stuck(limits)

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(create_app(calls, limits, None))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            hanging = await asyncio.gather(client.get("/health"), client.get("/runs"))
            calls.go_on.set()
            return [*hanging, await client.get("/runs")]

    first, queued, failed = asyncio.run(ask())
    for reply in (first, queued):
        assert reply.status_code == 504
        assert reply.json()["error"] == "not done within 0.3 seconds"
    assert failed.status_code == 500
    assert failed.json()["error"] == "an error in the program"
    assert "12345" not in failed.text
    assert failed.json()["request_id"] in caplog.text


@pytest.mark.parametrize("path", ["/gate", "/score", "/questions/{id}/diff", "/runs", "/health"])
def test_no_request_that_fits_the_description_breaks_it(service: Service, path: str) -> None:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.specs.openapi import checks

    schema = schemathesis.openapi.from_url(f"{service.client.base_url}/openapi.json")
    [operation] = schema[path].values()
    promised = [
        schemathesis.checks.not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
        checks.response_headers_conformance,
    ]

    @settings(
        max_examples=15,
        derandomize=True,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def answered(case: Any) -> None:
        # By made-up names alone no look-up would get far.
        if isinstance(case.body, dict) and "reference" in case.body:
            case.body["reference"] = "people"
        if "run" in case.query:
            case.query["run"] = RUN
        case.call_and_validate(checks=promised)

    answered()


def test_the_description_promises_every_failure(service: Service) -> None:
    described = service.client.get("/openapi.json").json()["paths"]
    common = {"200", "413", "422", "500", "503", "504"}
    promised = {
        (method, path): set(operation["responses"]) - common
        for path, methods in described.items()
        for method, operation in methods.items()
        if common <= set(operation["responses"])
    }
    assert promised == {
        ("post", "/gate"): {"400", "404"},
        ("post", "/score"): {"400"},
        ("get", "/questions/{id}/diff"): {"404"},
        ("get", "/runs"): set(),
        ("get", "/health"): set(),
    }


def test_a_model_gets_the_same_by_its_tools(
    service: Service, folder: Path, environment: dict[str, str]
) -> None:
    from mcp import Client, StdioServerParameters

    async def ask() -> dict[str, Any]:
        command = StdioServerParameters(
            command=S3KG[0], args=[*S3KG[1:], "mcp"], env=environment, cwd=folder
        )
        async with Client(command) as client:
            return {
                "tools": [tool.name for tool in (await client.list_tools()).tools],
                "gate": await client.call_tool("gate", GATE),
                "score": await client.call_tool("score", {"question": QUESTION}),
                "diff": await client.call_tool("diff", {"question": "q/1", "run": RUN}),
                "unknown": await client.call_tool("gate", GATE | {"reference": "nobody"}),
            }

    said = asyncio.run(ask())
    assert said["tools"] == ["gate", "score", "diff"]
    over_http = {
        "gate": service.client.post("/gate", json=GATE).json(),
        "score": service.client.post("/score", json=QUESTION).json(),
        "diff": {"result": service.client.get(DIFF, params={"run": RUN}).json()},
    }
    for tool, reply in over_http.items():
        assert not said[tool].is_error
        assert said[tool].structured_content == reply
    assert said["unknown"].is_error
    assert "reference 'nobody': not stored" in said["unknown"].content[0].text
