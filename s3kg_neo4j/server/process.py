"""Starting, finding and stopping the managed server's process."""

import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
from filelock import FileLock

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.config import Home, server_command, surroundings, write_configuration
from s3kg_neo4j.server.connection import Connection
from s3kg_neo4j.server.install import Installation, install
from s3kg_neo4j.server.jars import read_lock
from s3kg_neo4j.server.java import find_java
from s3kg_neo4j.server.log import last_words
from s3kg_neo4j.server.password import ensure_password, read_password
from s3kg_neo4j.server.ports import free_ports, is_free
from s3kg_neo4j.server.state import (
    State,
    listens,
    process_of,
    read_state,
    running_state,
    write_state,
)
from s3kg_neo4j.settings import Settings

BOLT, HTTP = 7687, 7474
START_SECONDS = 180
STOP_SECONDS = 60
LAUNCHES = 3
"""Another program may take a port between the look and the launch."""
REFUSALS = 3


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What is known of the managed server.

    Attributes:
        running: Whether its process lives.
        version: Of Neo4j: the running one's, else what a start would bring.
        pid: Of its process, None where it does not run.
        connection: How to reach it, None where it does not run.
        home: Folder of its data and logs.
    """

    running: bool
    version: str
    pid: int | None
    connection: Connection | None
    home: Path


def start(settings: Settings, *, auth: bool = True) -> Connection:
    """Start the server, or find the one that runs.

    Args:
        settings: Where it lives and what it may use.
        auth: Whether a password is asked for; a server that runs already stays as it is.

    Returns:
        How to reach it, once it answers.

    Raises:
        ServerError: It cannot be installed, or does not come up.
    """
    home = _home(settings)
    with _locked(home):
        state = running_state(home)
        for _ in range(LAUNCHES):
            if state is None:
                state = _launch(settings, home, install(settings), auth=auth)
            if state.ready or _comes_up(home, state):
                ready = replace(state, ready=True)
                write_state(home, ready)
                return _connection(home, ready)
            state = None
    raise ServerError(f"Neo4j's ports were taken {LAUNCHES} times (log: {home.log}); try again")


def stop(settings: Settings) -> bool:
    """Stop the server; False where none runs.

    Raises:
        ServerError: It does not end.
    """
    home = _home(settings)
    if not home.path.is_dir():
        return False
    with _locked(home):
        state = running_state(home)
        if state is None:
            return False
        _end(home, state)
        write_state(home, replace(state, pid=0, created=0.0, ready=False))
        return True


def status(settings: Settings) -> ServerStatus:
    """What is known of the server; starts nothing.

    Raises:
        ServerError: It runs, and its password is gone.
    """
    home = _home(settings)
    state = running_state(home)
    return ServerStatus(
        running=state is not None,
        version=state.version if state else read_lock().neo4j,
        pid=state.pid if state else None,
        connection=_connection(home, state) if state else None,
        home=home.path,
    )


def log_lines(settings: Settings, count: int) -> list[str]:
    """The last lines that the server printed in its present or last run.

    Raises:
        ServerError: It has never run.
    """
    log = _home(settings).log
    if not log.is_file():
        raise ServerError(f"{log}: no log yet; start the server with `s3kg server start`")
    with log.open(encoding="utf-8", errors="replace") as stream:
        return [line.rstrip("\n") for line in deque(stream, count)]


def _home(settings: Settings) -> Home:
    return Home(settings.data_dir.resolve() / "server")


def _locked(home: Home) -> FileLock:
    try:
        home.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"{home.path}: {error.strerror}; name a folder to write to in S3KG_DATA_DIR"
        ) from None
    return FileLock(home.path / "server.lock")


def _launch(settings: Settings, home: Home, installation: Installation, *, auth: bool) -> State:
    java, version = find_java(settings)
    before = read_state(home)
    bolt, http = free_ports(
        (before.bolt, BOLT) if before else (BOLT,), (before.http, HTTP) if before else (HTTP,)
    )
    write_configuration(home, installation, bolt=bolt, http=http, auth=auth)
    try:
        ensure_password(home, installation, java)
    except ServerError:
        if auth:
            raise
    state = State(bolt, http, auth, installation.version)
    # Before the process is made: one that lives without a state would be lost.
    write_state(home, state)
    if home.log.exists():
        home.log.replace(home.older_log)
    command = server_command(home, installation, java, version, settings.server_heap)
    with home.log.open("wb") as log:
        process = subprocess.Popen(  # noqa: S603  our own command
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=home.path,
            env=surroundings(),
            start_new_session=True,
        )
    created = psutil.Process(process.pid).create_time()
    # The server outlives this object, which would complain of that when it is collected.
    process.returncode = 0
    state = replace(state, pid=process.pid, created=created)
    write_state(home, state)
    return state


def _comes_up(home: Home, state: State) -> bool:
    """Wait until the server answers; False where it ended since others had taken its ports.

    Raises:
        ServerError: It ended for another reason, refuses the password or does not answer.
    """
    deadline = time.monotonic() + START_SECONDS
    refusals = 0
    while time.monotonic() < deadline:
        process = process_of(home, state)
        if process is None:
            if is_free(state.bolt) and is_free(state.http):
                raise ServerError(f"Neo4j ended while starting: {last_words(home)}")
            return False
        if listens(process, state.bolt):
            answer = _knock(_connection(home, state))
            if answer is None:
                return True
            refusals += answer
            if refusals >= REFUSALS:
                _end(home, state)
                raise ServerError(
                    f"Neo4j refuses the password in {home.password}: it was changed; write the "
                    "present one there, or start with --no-auth"
                )
        time.sleep(0.2)
    raise ServerError(f"Neo4j does not answer after {START_SECONDS} s: {last_words(home)}")


def _knock(connection: Connection) -> int | None:
    """None where the server answers, 1 where it refuses the password, else 0."""
    import neo4j
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    auth = (connection.user, connection.password) if connection.password else None
    try:
        with neo4j.GraphDatabase.driver(connection.uri, auth=auth) as driver:
            driver.verify_connectivity()
    except AuthError:
        return 1
    except (DriverError, Neo4jError, OSError):
        return 0
    return None


def _end(home: Home, state: State) -> None:
    """End the process that was verified: psutil sends nothing to another under its pid."""
    process = process_of(home, state)
    if process is None:
        return
    try:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(STOP_SECONDS)
    except psutil.NoSuchProcess:
        return
    except psutil.Error as error:
        raise ServerError(
            f"Neo4j (pid {state.pid}) does not end: {error}; end it yourself"
        ) from None


def _connection(home: Home, state: State) -> Connection:
    return Connection(state.bolt, state.http, read_password(home) if state.auth else None)
