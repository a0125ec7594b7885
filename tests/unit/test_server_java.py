"""Which Java runs the server."""

from pathlib import Path

import pytest

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.java import find_java
from s3kg_neo4j.settings import Settings


def java_home(folder: Path, version: str) -> Path:
    java = folder / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    java.chmod(0o755)
    return folder


def test_a_named_one_that_fits(tmp_path: Path) -> None:
    home = java_home(tmp_path, "25.0.1")
    assert find_java(Settings(java_home=home)) == (home / "bin" / "java", 25)


@pytest.mark.parametrize("version", ["17.0.2", "1.8.0_392", "26-ea"])
def test_a_named_one_that_does_not_fit_is_refused(tmp_path: Path, version: str) -> None:
    home = java_home(tmp_path, version)
    with pytest.raises(ServerError, match=r"S3KG_JAVA_HOME.*expected Java 21 to 25"):
        find_java(Settings(java_home=home))


def test_a_named_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="found none"):
        find_java(Settings(java_home=tmp_path))


def test_java_home_that_fits_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path, "21.0.5")))
    assert find_java(Settings()) == (tmp_path / "bin" / "java", 21)


def test_java_home_that_does_not_fit_is_left_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("JAVA_HOME", str(java_home(tmp_path, "17.0.2")))
    java, version = find_java(Settings())
    assert tmp_path not in java.parents
    assert version >= 25
    assert "JAVA_HOME" in caplog.text
