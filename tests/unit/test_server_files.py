"""What the managed server is made of and told."""

import subprocess
import sys
from pathlib import Path

import pytest

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.config import Home, write_configuration
from s3kg_neo4j.server.connection import Connection
from s3kg_neo4j.server.install import Installation
from s3kg_neo4j.server.java import find_java
from s3kg_neo4j.server.lock import GDS, NEO4J, make_lock, read_lock
from s3kg_neo4j.settings import Settings

ROOT = Path(__file__).parents[2]


def test_the_lock_is_whole() -> None:
    lock = read_lock()
    assert (lock.neo4j, lock.gds) == (NEO4J, GDS)
    assert len({jar.name for jar in lock.jars}) == len(lock.jars) > 300
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in lock.jars)
    assert f"proc-{GDS}.jar" in {jar.name for jar in lock.jars if jar.plugin}
    assert not any(jar.path.startswith(("http", "/")) for jar in lock.jars)


def test_a_lock_is_made_from_a_repository(tmp_path: Path) -> None:
    jar = tmp_path / "org" / "x" / "1" / "x-1.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"abc")
    (locked,) = make_lock([jar], tmp_path).jars
    assert (locked.path, locked.size, locked.name) == ("org/x/1/x-1.jar", 3, "x-1.jar")


def test_nothing_listens_beyond_loopback(tmp_path: Path) -> None:
    home = Home(tmp_path)
    installation = Installation("1", tmp_path / "lib", tmp_path / "plugins")
    write_configuration(home, installation, bolt=1, http=2, auth=True)
    lines = (home.configuration / "neo4j.conf").read_text().splitlines()
    addresses = [line.split("=")[1] for line in lines if "listen_address" in line]
    assert addresses
    assert all(address.startswith("127.0.0.1") for address in addresses)
    assert "dbms.security.auth_enabled=true" in lines


def test_a_named_java_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="S3KG_JAVA_HOME"):
        find_java(Settings(java_home=tmp_path))


def test_the_browser_address_holds_the_query_and_no_password() -> None:
    address = Connection(7687, 7474, "secret word").browser_url("MATCH (n) RETURN n")
    assert "MATCH%20%28n%29" in address
    assert "secret" not in address


def test_the_compose_file_fits_its_schema() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "check_jsonschema"),
            *("--builtin-schema", "vendor.compose-spec", ROOT / "docker-compose.yml"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert f"image: neo4j:{NEO4J}" in (ROOT / "docker-compose.yml").read_text()
