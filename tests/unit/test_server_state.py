"""States, ports and last words of the managed server, without one."""

import os
import socket
from pathlib import Path

import psutil
import pytest

from s3kg_neo4j import server
from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server import process
from s3kg_neo4j.server.config import Home
from s3kg_neo4j.server.log import telling_line
from s3kg_neo4j.server.ports import free_ports, is_free
from s3kg_neo4j.server.state import State, read_state, running_state, write_state
from s3kg_neo4j.settings import Settings

GONE = 2**22 + 1
"""No pid of this system."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "server")
    (home.path / "logs").mkdir(parents=True)
    return home


def test_a_state_is_read_as_it_was_written(home: Home) -> None:
    state = State(1, 2, True, "3", 4, 5.5, ready=True)
    write_state(home, state)
    assert read_state(home) == state


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', "\x00"])
def test_a_damaged_state_is_none(home: Home, text: str) -> None:
    home.state.write_text(text)
    assert running_state(home) is None


def test_a_process_that_is_gone_does_not_run(home: Home) -> None:
    write_state(home, State(1, 2, False, "3", GONE, 5.0))
    assert running_state(home) is None


def test_another_process_under_the_old_pid_is_left_alone(home: Home, tmp_path: Path) -> None:
    write_state(home, State(1, 2, False, "3", os.getpid(), 1.0))
    settings = Settings(data_dir=tmp_path)
    assert not server.status(settings).running
    assert not server.stop(settings)


def test_a_server_whose_pid_was_not_written_is_found(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["java", f"--home-dir={home.path}"]
    own = psutil.Process().pid
    monkeypatch.setattr(
        psutil.Process, "cmdline", lambda self: words if self.pid == own else ["java"]
    )
    write_state(home, State(1, 2, False, "3"))
    found = running_state(home)
    assert found is not None
    assert (found.pid, found.bolt, found.ready) == (own, 1, False)


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "none")
    assert not server.status(settings).running
    assert not server.stop(settings)
    with pytest.raises(ServerError, match="s3kg server start"):
        server.log_lines(settings, 5)
    assert not (tmp_path / "none").exists()


def test_a_wish_that_is_free_is_taken_and_two_differ() -> None:
    (port,) = free_ports(())
    assert free_ports((port,), (port,))[0] == port
    assert len(set(free_ports((port,), (port,)))) == 2


def test_a_taken_port_is_passed_over() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert not is_free(taken)
        assert free_ports((taken,)) != [taken]


def test_an_end_because_of_a_taken_port_is_another_launch(home: Home) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        state = State(other.getsockname()[1], 1, False, "3", GONE, 5.0)
        assert not process._comes_up(home, state)


def test_an_end_of_its_own_is_told(home: Home) -> None:
    home.log.write_text("INFO Starting...\nERROR Failed to start\nCaused by: X: disk is full\n")
    bolt, http = free_ports((), ())
    with pytest.raises(ServerError, match=r"ended while starting: Caused by: X: disk.*console"):
        process._comes_up(home, State(bolt, http, False, "3", GONE, 5.0))


def test_a_refused_password_is_told_soon(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[State] = []
    home.password.write_text("secret")
    monkeypatch.setattr(process, "process_of", lambda *_: object())
    monkeypatch.setattr(process, "listens", lambda *_: True)
    monkeypatch.setattr(process, "_knock", lambda _: 1)
    monkeypatch.setattr(process, "_end", lambda _, state: ended.append(state))
    state = State(1, 2, True, "3", GONE, 5.0)
    with pytest.raises(ServerError, match=r"refuses the password.*--no-auth"):
        process._comes_up(home, state)
    assert ended == [state]


def test_a_lost_password_is_told(home: Home) -> None:
    with pytest.raises(ServerError, match=r"password: No such file.*write the password there"):
        process._connection(home, State(1, 2, True, "3"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "it printed nothing"),
        ("one\n\ntwo\n\n", "two"),
        ("INFO x\n2026 ERROR bad\nINFO stopped", "2026 ERROR bad"),
        ("ERROR a\nCaused by: B: c\n  at d\nCaused by: E: f\n  at g", "Caused by: E: f"),
        (
            "Error occurred during initialization of VM\nToo small maximum heap",
            "Too small maximum heap",
        ),
        (
            "Unrecognized VM option 'x'\nError: Could not create the Java Virtual Machine.",
            "Unrecognized VM option 'x'",
        ),
    ],
)
def test_last_words(text: str, line: str) -> None:
    assert telling_line(text) == line
