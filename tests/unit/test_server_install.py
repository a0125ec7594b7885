"""Fetching files: a small lock, an offline folder, a mirror on loopback."""

import hashlib
import importlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from s3kg_neo4j import fetching
from s3kg_neo4j.errors import FetchError
from s3kg_neo4j.locked import LockedFile
from s3kg_neo4j.server.install import install
from s3kg_neo4j.server.jars import Lock
from s3kg_neo4j.settings import Settings

PATHS = (
    "org/x/x/1/x-1.jar",
    "org/y/y/2/y-2.jar",
    "org/neo4j/gds/proc-z/3/proc-z-3.jar",
)
PLUGIN = "proc-z-3.jar"

module = importlib.import_module("s3kg_neo4j.server.install")  # the package's name is a function


class Handler(SimpleHTTPRequestHandler):
    asked: list[str]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        self.asked.append(self.path)


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lock:
    """Three files that lie in ``tmp_path / "maven"``."""
    jars = []
    for path in PATHS:
        file = tmp_path / "maven" / path
        file.parent.mkdir(parents=True)
        file.write_bytes(path.encode() * 100)
        content = file.read_bytes()
        jars.append(LockedFile(path, hashlib.sha256(content).hexdigest(), len(content)))
    lock = Lock("1", "2", "3", tuple(jars))
    monkeypatch.setattr(module, "read_lock", lambda: lock)
    monkeypatch.setattr(fetching, "RETRIES", 0)
    return lock


@pytest.fixture
def offline(tmp_path: Path, lock: Lock) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", maven_offline=tmp_path / "maven")


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def mirror(tmp_path: Path, lock: Lock, asked: list[str]) -> Iterator[Settings]:
    kind = type("Recording", (Handler,), {"asked": asked})
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(kind, directory=str(tmp_path / "maven"))
    ) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        yield Settings(cache_dir=tmp_path / "cache", maven_mirror=address)
        server.shutdown()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_from_a_folder(offline: Settings) -> None:
    found = install(offline)
    assert names(found.libraries) == {"x-1.jar", "y-2.jar", PLUGIN}
    assert names(found.plugins) == {PLUGIN}


def test_from_a_mirror_in_pieces(mirror: Settings, asked: list[str], tmp_path: Path) -> None:
    """What is there after a break is not asked for again."""
    missing = tmp_path / "maven" / PATHS[1]
    kept = missing.read_bytes()
    missing.unlink()
    with pytest.raises(FetchError, match=r"y-2\.jar.*answers 404.*S3KG_MAVEN_MIRROR"):
        install(mirror)
    missing.write_bytes(kept)
    install(mirror)
    asked.clear()
    found = install(mirror)
    assert asked == []
    (found.libraries / "x-1.jar").unlink()
    install(mirror)
    assert len(asked) == 1
    assert names(found.libraries) == {"x-1.jar", "y-2.jar", PLUGIN}


def test_what_the_mirror_forges_is_refused(mirror: Settings, tmp_path: Path) -> None:
    (tmp_path / "maven" / PATHS[0]).write_bytes(b"forged")
    with pytest.raises(FetchError, match=r"x-1\.jar.*not the file of the lock"):
        install(mirror)
    (lib,) = (tmp_path / "cache").rglob("lib")
    assert "x-1.jar" not in names(lib)


def test_nothing_answers(tmp_path: Path, lock: Lock) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", maven_mirror="http://127.0.0.1:9/")
    with pytest.raises(FetchError, match="no connection"):
        install(settings)


@pytest.mark.parametrize("name", ["x-1.jar", PLUGIN])
def test_a_damaged_file_of_the_same_size_is_fetched_again(offline: Settings, name: str) -> None:
    found = install(offline)
    victim = found.libraries / name
    whole = victim.read_bytes()
    victim.write_bytes(b"?" * len(whole))
    assert install(offline) == found
    assert victim.read_bytes() == whole
    if name == PLUGIN:
        assert (found.plugins / name).read_bytes() == whole


def test_a_missing_plugin_is_linked_again(offline: Settings) -> None:
    found = install(offline)
    (found.plugins / PLUGIN).unlink()
    install(offline)
    assert names(found.plugins) == {PLUGIN}


def test_leftovers_do_not_reach_the_class_path(offline: Settings) -> None:
    found = install(offline)
    (found.libraries / "other.jar").write_bytes(b"")
    (found.libraries / "x-1.jar").unlink()
    install(offline)
    assert "other.jar" not in names(found.libraries)


def test_another_lock_has_another_folder(
    offline: Settings, lock: Lock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = install(offline)
    smaller = Lock("1", "2", "3", lock.jars[:2])
    monkeypatch.setattr(module, "read_lock", lambda: smaller)
    assert install(offline).libraries != first.libraries
    assert len(names(first.libraries)) == 3


def test_a_file_that_the_folder_lacks_is_named(offline: Settings, tmp_path: Path) -> None:
    (tmp_path / "maven" / PATHS[1]).unlink()
    with pytest.raises(FetchError, match=r"y-2\.jar: not there.*S3KG_MAVEN_OFFLINE"):
        install(offline)


def test_a_folder_that_cannot_be_made(tmp_path: Path, lock: Lock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FetchError, match="S3KG_CACHE_DIR"):
        install(Settings(cache_dir=tmp_path / "file", maven_offline=tmp_path / "maven"))
