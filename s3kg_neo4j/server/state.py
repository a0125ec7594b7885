"""Which process is the server's, and where it listens: remembered in a file, checked each time."""

import json
from dataclasses import asdict, dataclass, replace

import psutil

from s3kg_neo4j.server.config import Home, home_argument

CLOCK_SECONDS = 1.0
"""A process's time of birth is read again with this error at most."""


@dataclass(frozen=True, slots=True)
class State:
    """One launch of the server.

    Attributes:
        bolt: Port of the driver's protocol.
        http: Port of Neo4j Browser.
        auth: Whether a password is asked for.
        version: Of Neo4j.
        pid: Of its process, 0 before it is made and after it is stopped.
        created: When that process was made: pids are used again.
        ready: Whether it has answered.
    """

    bolt: int
    http: int
    auth: bool
    version: str
    pid: int = 0
    created: float = 0.0
    ready: bool = False


def read_state(home: Home) -> State | None:
    """The last launch, None where there was none or the file is damaged."""
    try:
        return State(**json.loads(home.state.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_state(home: Home, state: State) -> None:
    """Remember ``state``; the file is whole at any time."""
    partial = home.state.with_suffix(".part")
    partial.write_text(json.dumps(asdict(state)), encoding="utf-8")
    partial.replace(home.state)


def running_state(home: Home) -> State | None:
    """The state with the process that lives, None where none does.

    A client that was killed between making the process and writing its pid leaves a server
    without one: it is found by its command line.
    """
    state = read_state(home)
    if state is None:
        return None
    if process_of(home, state) is not None:
        return state
    for process in psutil.process_iter():
        if _serves(process, home):
            created = _born(process)
            if created is not None:
                return replace(state, pid=process.pid, created=created, ready=False)
    return None


def process_of(home: Home, state: State) -> psutil.Process | None:
    """The living process of ``state``, if it is still the one that was started."""
    if not state.pid:
        return None
    try:
        process = psutil.Process(state.pid)
    except psutil.Error:
        return None
    created = _born(process)
    if created is None:
        return None
    # A pid is given to other processes in time; the clock may have been set since.
    same = abs(created - state.created) < CLOCK_SECONDS or _serves(process, home)
    return process if same else None


def listens(process: psutil.Process, port: int) -> bool:
    """Whether the process itself, and no other program, listens on ``port``."""
    try:
        return any(
            connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
            for connection in process.net_connections("tcp")
        )
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:  # a system that does not tell
        return True


def _born(process: psutil.Process) -> float | None:
    """When a process was made, None where it has ended."""
    try:
        ended = not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
        return None if ended else float(process.create_time())
    except psutil.Error:
        return None


def _serves(process: psutil.Process, home: Home) -> bool:
    try:
        return home_argument(home) in process.cmdline()
    except (psutil.Error, OSError):
        return False
