"""The managed server: real processes, a data folder of their own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from s3kg_neo4j import server
from s3kg_neo4j.database import connect
from s3kg_neo4j.errors import DatabaseError, ServerError
from s3kg_neo4j.settings import Settings, load_settings

pytestmark = pytest.mark.server

START = "from s3kg_neo4j import server, settings; print(server.start(settings.load_settings()).uri)"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("managed")
    return load_settings().model_copy(update={"data_dir": folder})


def test_a_life(settings: Settings) -> None:
    """Two starts at once, data, a kill, a stale state, a clean stop."""
    environment = os.environ | {"S3KG_DATA_DIR": str(settings.data_dir)}
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", START], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    addresses = {process.communicate(timeout=200)[0].strip() for process in starts}
    connection = server.start(settings)
    try:
        assert addresses == {connection.uri}
        _check_seclusion(settings, connection)
        with connect(connection.uri, connection.user, connection.password) as database:
            assert database.server.gds is not None
            database.ask("CREATE (:Kept {n: 1})")
        pid = server.status(settings).pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.05)
        assert not server.status(settings).running
        again = server.start(settings)
        with connect(again.uri, again.user, again.password) as database:
            assert database.ask("MATCH (k:Kept) RETURN k.n AS n") == [{"n": 1}]
    finally:
        assert server.stop(settings)
    assert not server.status(settings).running
    assert not server.stop(settings)


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


def test_another_process_under_the_old_pid_is_left_alone(
    settings: Settings, tmp_path: Path
) -> None:
    own = settings.model_copy(update={"data_dir": tmp_path})
    home = tmp_path / "server"
    home.mkdir()
    state = f'{{"pid": {os.getpid()}, "created": 1.0, "bolt": 1, "http": 2, "auth": false}}'
    (home / "state.json").write_text(state)
    assert not server.status(own).running
    assert not server.stop(own)


def test_a_damaged_file_is_fetched_again(settings: Settings, tmp_path: Path) -> None:
    """From an offline folder made of the installed files: no network is asked."""
    from s3kg_neo4j.server.lock import read_lock

    installed = server.install(settings)
    offline = tmp_path / "maven"
    for jar in read_lock().jars:
        target = offline / jar.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.hardlink_to(installed.libraries / jar.name)
    own = settings.model_copy(update={"cache_dir": tmp_path / "cache", "maven_offline": offline})
    found = server.install(own)
    victim = found.libraries / read_lock().jars[0].name
    victim.write_bytes(b"damaged")
    assert server.install(own) == found
    assert victim.stat().st_size == read_lock().jars[0].size


def test_an_offline_folder_without_the_file_says_which(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(
        update={"cache_dir": tmp_path / "cache", "maven_offline": tmp_path / "empty"}
    )
    with pytest.raises(ServerError, match=r"\.jar: not there"):
        server.install(own)


def test_a_server_killed_in_a_run_is_one_line_and_the_run_goes_on(
    settings: Settings, tmp_path: Path, sample: Path
) -> None:
    lines = sample.read_text(encoding="utf-8").splitlines()
    many = tmp_path / "many.jsonl"
    many.write_text(
        "".join(
            line.replace('"id": "', f'"id": "{number}-', 1) + "\n"
            for number in range(6)
            for line in lines
        ),
        encoding="utf-8",
    )
    environment = os.environ | {"S3KG_DATA_DIR": str(settings.data_dir)}
    environment.pop("S3KG_NEO4J_URI", None)
    words = [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()", "score", str(many)]
    words += ["--aligner", "matrix", "--encoder", "hashing", "--resume", "--out"]
    server.start(settings)
    try:
        process = subprocess.Popen(
            [*words, "broken"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
        )
        scores = tmp_path / "broken" / "scores.jsonl"
        while not scores.exists() or not scores.stat().st_size:
            assert process.poll() is None
            time.sleep(0.01)
        pid = server.status(settings).pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 3
        (line,) = [text for text in complaint.splitlines() if text.startswith("s3kg:")]
        assert "--resume" in line
        for name in ("broken", "whole"):
            subprocess.run([*words, name], cwd=tmp_path, env=environment, check=True, timeout=300)
        assert scores.read_bytes() == (tmp_path / "whole" / "scores.jsonl").read_bytes()
    finally:
        server.stop(settings)
