"""Starting, finding and stopping the managed server's process."""

import json
import os
import secrets
import signal
import socket
import subprocess
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import psutil
from filelock import FileLock

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.config import (
    Home,
    password_command,
    server_command,
    write_configuration,
)
from s3kg_neo4j.server.connection import HOST, Connection
from s3kg_neo4j.server.install import Installation, install
from s3kg_neo4j.server.java import find_java
from s3kg_neo4j.server.lock import read_lock
from s3kg_neo4j.settings import Settings

BOLT, HTTP = 7687, 7474
START_SECONDS = 180
STOP_SECONDS = 60


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What is known of the managed server.

    Attributes:
        running: Whether its process lives.
        version: Of Neo4j.
        pid: Of its process, None where it does not run.
        connection: How to reach it, None where it does not run.
        home: Folder of its data and logs.
    """

    running: bool
    version: str
    pid: int | None
    connection: Connection | None
    home: Path


@dataclass(frozen=True, slots=True)
class _State:
    pid: int
    created: float
    bolt: int
    http: int
    auth: bool
    ready: bool = False


def start(settings: Settings, *, auth: bool = True) -> Connection:
    """Start the server, or find the one that runs.

    Args:
        settings: Where it lives and what it may use.
        auth: Whether a password is asked for; settled when the data folder is made.

    Returns:
        How to reach it, once it answers.

    Raises:
        ServerError: It cannot be installed, or does not come up.
    """
    home = _home(settings)
    with _locked(home):
        state = _running(home)
        if state is None:
            state = _launch(settings, home, install(settings), auth=auth)
        if not state.ready:
            _wait(home, state)
            state = _State(state.pid, state.created, state.bolt, state.http, state.auth, ready=True)
            _write_state(home, state)
        return _connection(home, state)


def stop(settings: Settings) -> bool:
    """Stop the server; False where none runs.

    Raises:
        ServerError: It does not end.
    """
    home = _home(settings)
    with _locked(home):
        state = _running(home)
        if state is None:
            home.state.unlink(missing_ok=True)
            return False
        process = psutil.Process(state.pid)
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(STOP_SECONDS)
        home.state.unlink(missing_ok=True)
        return True


def status(settings: Settings) -> ServerStatus:
    """What is known of the server; starts nothing."""
    home = _home(settings)
    state = _running(home)
    return ServerStatus(
        running=state is not None,
        version=read_lock().neo4j,
        pid=state.pid if state else None,
        connection=_connection(home, state) if state else None,
        home=home.path,
    )


def log_lines(settings: Settings, count: int) -> list[str]:
    """The last lines that the server printed.

    Raises:
        ServerError: It has never run.
    """
    log = _home(settings).log
    if not log.is_file():
        raise ServerError(f"{log}: no log yet; start the server with `s3kg server start`")
    with log.open(encoding="utf-8", errors="replace") as stream:
        return [line.rstrip("\n") for line in deque(stream, count)]


def _home(settings: Settings) -> Home:
    return Home(settings.data_dir.absolute() / "server")


def _locked(home: Home) -> FileLock:
    try:
        home.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"{home.path}: {error.strerror}; name a folder to write to in S3KG_DATA_DIR"
        ) from None
    return FileLock(home.path / "server.lock")


def _running(home: Home) -> _State | None:
    """The state of a process that lives and is the one that was started."""
    try:
        state = _State(**json.loads(home.state.read_text(encoding="utf-8")))
        process = psutil.Process(state.pid)
        alive = process.is_running() and process.status() != psutil.STATUS_ZOMBIE
        # A pid may have been given to another process since: its birth tells.
        same = abs(process.create_time() - state.created) < 1
    except (OSError, ValueError, TypeError, psutil.Error):
        return None
    return state if alive and same else None


def _launch(settings: Settings, home: Home, installation: Installation, *, auth: bool) -> _State:
    java, version = find_java(settings)
    bolt, http = _free_port(BOLT), _free_port(HTTP)
    fresh = not (home.path / "data").exists()
    write_configuration(home, installation, bolt=bolt, http=http, auth=auth)
    if auth and (fresh or not home.password.exists()):
        _set_password(home, installation, java)
    command = server_command(home, installation, java, version, settings.server_heap)
    with home.log.open("ab") as log:
        process = subprocess.Popen(  # noqa: S603  our own command
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    created = psutil.Process(process.pid).create_time()
    # The server outlives this object, which would complain of that when it is collected.
    process.returncode = 0
    state = _State(process.pid, created, bolt, http, auth)
    _write_state(home, state)
    return state


def _set_password(home: Home, installation: Installation, java: Path) -> None:
    password = secrets.token_urlsafe(24)
    descriptor = os.open(home.password, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(password)
    home.password.chmod(0o600)
    folders = {"NEO4J_HOME": str(home.path), "NEO4J_CONF": str(home.configuration)}
    try:
        subprocess.run(  # noqa: S603  our own command
            password_command(installation, java, password),
            env=os.environ | folders,
            capture_output=True,
            timeout=START_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        home.password.unlink()
        raise ServerError(
            f"the first password cannot be set in {home.path}; if its data were made without "
            "authentication, start with --no-auth, else remove the folder"
        ) from None


def _wait(home: Home, state: _State) -> None:
    import neo4j
    from neo4j.exceptions import DriverError, Neo4jError

    connection = _connection(home, state)
    auth = (connection.user, connection.password) if connection.password else None
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if _running(home) is None:
            raise ServerError(f"Neo4j ended while starting: {_last_words(home)}")
        try:
            with neo4j.GraphDatabase.driver(connection.uri, auth=auth) as driver:
                driver.verify_connectivity()
        except (DriverError, Neo4jError, OSError):
            time.sleep(0.3)
        else:
            return
    raise ServerError(f"Neo4j does not answer after {START_SECONDS} s: {_last_words(home)}")


def _last_words(home: Home) -> str:
    lines = home.log.read_text(encoding="utf-8", errors="replace").splitlines()
    telling = [line for line in lines[-50:] if "ERROR" in line or "Caused by" in line]
    last = (telling or lines or ["it printed nothing"])[-1]
    return f"{last.strip()[:300]} (log: {home.log})"


def _connection(home: Home, state: _State) -> Connection:
    password = home.password.read_text(encoding="utf-8") if state.auth else None
    return Connection(state.bolt, state.http, password)


def _write_state(home: Home, state: _State) -> None:
    partial = home.state.with_suffix(".part")
    values = {name: getattr(state, name) for name in _State.__slots__}
    partial.write_text(json.dumps(values), encoding="utf-8")
    partial.replace(home.state)


def _free_port(preferred: int) -> int:
    """``preferred`` where it is free, else one that the system picks."""
    for port in (preferred, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ServerError(f"no free port on {HOST}; close programs that listen there")
