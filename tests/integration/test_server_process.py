"""The managed server: real processes, a data folder of their own."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from s3kg_neo4j import server
from s3kg_neo4j.database import connect
from s3kg_neo4j.errors import DatabaseError, ServerError
from s3kg_neo4j.server.config import Home
from s3kg_neo4j.server.jars import read_lock
from s3kg_neo4j.server.state import read_state, write_state
from s3kg_neo4j.settings import Settings, load_settings

pytestmark = pytest.mark.server

START = "from s3kg_neo4j import server, settings; print(server.start(settings.load_settings()).uri)"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """The tests of this module share one server, which they may start, kill and stop."""
    folder = tmp_path_factory.mktemp("managed")
    settings = load_settings().model_copy(update={"data_dir": folder})
    yield settings
    server.stop(settings)


def test_two_starts_at_once_and_a_start_after_a_kill(settings: Settings) -> None:
    environment = os.environ | {"S3KG_DATA_DIR": str(settings.data_dir)}
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", START], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    addresses = {process.communicate(timeout=200)[0].strip() for process in starts}
    connection = server.start(settings)
    assert addresses == {connection.uri}
    _check_seclusion(settings, connection)
    _check_found_without_pid(settings, connection)
    with connect(connection.uri, connection.user, connection.password) as database:
        assert database.server.gds is not None
        database.ask("CREATE (:Kept {n: 1})")
    pid = server.status(settings).pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.05)
    assert not server.status(settings).running
    assert server.start(settings) == connection
    with connect(connection.uri, connection.user, connection.password) as database:
        assert database.ask("MATCH (k:Kept) RETURN k.n AS n") == [{"n": 1}]


def _check_found_without_pid(settings: Settings, connection: server.Connection) -> None:
    """A client may be killed between making the process and writing its pid."""
    home = Home(settings.data_dir / "server")
    state = read_state(home)
    assert state is not None
    write_state(home, replace(state, pid=0, created=0.0, ready=False))
    assert server.start(settings) == connection
    assert read_state(home) == state


def _check_seclusion(settings: Settings, connection: server.Connection) -> None:
    found = server.status(settings)
    assert found.pid is not None
    listening = [c for c in psutil.Process(found.pid).net_connections() if c.status == "LISTEN"]
    assert {c.laddr.ip.removeprefix("::ffff:") for c in listening} == {"127.0.0.1"}
    password = found.home / "password"
    assert password.stat().st_mode & 0o777 == 0o600
    assert connection.password is not None
    assert connection.password not in connection.browser_url("RETURN 1")
    with pytest.raises(DatabaseError, match="refuses user or password"):
        connect(connection.uri, connection.user, "wrong password")


def test_an_end_while_starting_is_one_line(settings: Settings, tmp_path: Path) -> None:
    """Also with a path and a locale that are not plain."""
    own = settings.model_copy(update={"data_dir": tmp_path / "dä ta, b=#c", "server_heap": "1m"})
    with pytest.raises(ServerError, match=r"heap.*console\.log"):
        server.start(own, auth=False)
    assert not server.status(own).running
    assert any("heap" in line for line in server.log_lines(own, 5))


def test_all_files_from_an_offline_folder(settings: Settings, tmp_path: Path) -> None:
    """Made of the installed files; a damaged one is brought again."""
    installed = server.install(settings)
    offline = tmp_path / "maven"
    for jar in read_lock().jars:
        target = offline / jar.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.hardlink_to(installed.libraries / jar.name)
    own = settings.model_copy(update={"cache_dir": tmp_path / "cache", "maven_offline": offline})
    found = server.install(own)
    jar = read_lock().jars[0]
    victim = found.libraries / jar.name
    victim.write_bytes(b"?" * jar.size)
    assert server.install(own) == found
    assert jar.fits(victim)


def test_a_server_killed_in_a_run_is_one_line_and_the_run_goes_on(
    settings: Settings, tmp_path: Path, sample: Path
) -> None:
    lines = sample.read_text(encoding="utf-8").splitlines()
    many = tmp_path / "many.jsonl"
    many.write_text(
        "".join(
            line.replace('"id": "', f'"id": "{number}-', 1) + "\n"
            for number in range(3)
            for line in lines
        ),
        encoding="utf-8",
    )
    environment = os.environ | {"S3KG_DATA_DIR": str(settings.data_dir)}
    environment.pop("S3KG_NEO4J_URI", None)
    words = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()", "score", str(many)]
    words += ["--aligner", "matrix", "--encoder", "hashing", "--resume", "--out"]
    server.start(settings)
    pid = server.status(settings).pid
    assert pid is not None
    process = subprocess.Popen(
        [*words, "broken"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    )
    scores = tmp_path / "broken" / "scores.jsonl"
    while not scores.exists() or not scores.stat().st_size:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    _, complaint = process.communicate(timeout=120)
    assert process.returncode == 3
    (line,) = [text for text in complaint.splitlines() if text.startswith("s3kg:")]
    assert "--resume" in line
    for name in ("broken", "whole"):
        subprocess.run([*words, name], cwd=tmp_path, env=environment, check=True, timeout=300)
    assert scores.read_bytes() == (tmp_path / "whole" / "scores.jsonl").read_bytes()


def test_a_clean_stop(settings: Settings) -> None:
    server.start(settings)
    assert server.stop(settings)
    assert not server.status(settings).running
    assert not server.stop(settings)
    assert any("Stopped." in line for line in server.log_lines(settings, 5))
