"""What the managed server is made of and told."""

import subprocess
import sys
from pathlib import Path

import pytest

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.config import Home, password_command, server_command, write_configuration
from s3kg_neo4j.server.connection import Connection
from s3kg_neo4j.server.install import Installation
from s3kg_neo4j.server.jars import is_plugin, read_lock
from s3kg_neo4j.server.lock import GDS, NEO4J, make_lock, write_lock

ROOT = Path(__file__).parents[2]


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation("1", tmp_path / "lib", tmp_path / "plugins")


def test_the_lock_is_whole() -> None:
    lock = read_lock()
    assert (lock.neo4j, lock.gds) == (NEO4J, GDS)
    assert len({jar.name for jar in lock.jars}) == len(lock.jars) > 300
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in lock.jars)
    assert f"proc-{GDS}.jar" in {jar.name for jar in lock.jars if is_plugin(jar)}
    assert not any(jar.path.startswith("/") or ":" in jar.path for jar in lock.jars)
    assert not any("mockito" in jar.path or "junit" in jar.path for jar in lock.jars)


def test_the_same_lock_is_written_again(tmp_path: Path) -> None:
    write_lock(read_lock(), tmp_path / "lock.json")
    committed = ROOT / "s3kg_neo4j" / "server" / "lock.json"
    assert (tmp_path / "lock.json").read_bytes() == committed.read_bytes()


def test_a_lock_is_made_of_files(tmp_path: Path) -> None:
    jar = tmp_path / "x-1.jar"
    jar.write_bytes(b"abc")
    (locked,) = make_lock([("org/x/1/x-1.jar", jar)]).jars
    assert (locked.path, locked.size, locked.name) == ("org/x/1/x-1.jar", 3, "x-1.jar")
    assert locked.fits(jar)
    jar.write_bytes(b"abd")
    assert not locked.fits(jar)


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    jar = tmp_path / "x-1.jar"
    jar.write_bytes(b"abc")
    with pytest.raises(ServerError, match=r"x-1\.jar"):
        make_lock([("org/x/1/x-1.jar", jar), ("com/x/1/x-1.jar", jar)])


def test_nothing_listens_beyond_loopback(tmp_path: Path, installation: Installation) -> None:
    home = Home(tmp_path)
    write_configuration(home, installation, bolt=1, http=2, auth=True)
    lines = (home.configuration / "neo4j.conf").read_text().splitlines()
    addresses = [line.split("=")[1] for line in lines if "listen_address" in line]
    assert addresses
    assert all(address.startswith("127.0.0.1") for address in addresses)
    assert "dbms.security.auth_enabled=true" in lines


@pytest.mark.parametrize(
    ("heap", "first"), [("2g", "-Xms512m"), ("512m", "-Xms512m"), ("300m", "-Xms300m")]
)
def test_a_small_heap_is_taken_whole(
    tmp_path: Path, installation: Installation, heap: str, first: str
) -> None:
    command = server_command(Home(tmp_path), installation, Path("java"), 25, heap)
    assert command[1:3] == [first, f"-Xmx{heap}"]
    assert "--sun-misc-unsafe-memory-access=allow" in command


def test_java_21_is_not_told_what_it_does_not_know(
    tmp_path: Path, installation: Installation
) -> None:
    command = server_command(Home(tmp_path), installation, Path("java"), 21, "2g")
    assert not any("unsafe" in word for word in command)


def test_the_password_is_on_no_command_line(tmp_path: Path, installation: Installation) -> None:
    command = password_command(installation, Path("java"), tmp_path / "words")
    assert command[-1] == f"@{tmp_path / 'words'}"


def test_the_browser_address_holds_the_query_and_no_password() -> None:
    connection = Connection(7687, 7474, "secret word")
    address = connection.browser_url("MATCH (n) RETURN n")
    assert "MATCH%20%28n%29" in address
    assert "secret" not in address + repr(connection)


def test_the_browser_address_without_password() -> None:
    assert Connection(1, 2, None).browser_url("RETURN 1 & 2") == (
        "http://127.0.0.1:2/browser/?dbms=bolt://127.0.0.1:1"
        "&preselectAuthMethod=NO_AUTH&cmd=edit&arg=RETURN%201%20%26%202"
    )


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
    text = (ROOT / "docker-compose.yml").read_text()
    assert f"image: neo4j:{NEO4J}" in text
    assert "${S3KG_NEO4J_PASSWORD:?" in text
