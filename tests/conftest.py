"""What tests share: where data lie, one server for the whole session, small questions."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from s3kg_neo4j import server, store
from s3kg_neo4j.database import Database, connect
from s3kg_neo4j.settings import load_settings

# The first example loads dictionaries, and machines are busy: time decides nothing here.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("S3KG_DATA", ROOT.parent / "shared" / "data"))
ZOO = DATA.parent / "zoo"


@pytest.fixture(scope="session")
def sample() -> Path:
    return ROOT / "examples" / "sample.jsonl"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """Folder of the public data sets, which are not part of the project."""
    if not DATA.is_dir():
        pytest.skip(f"no data sets at {DATA}; set S3KG_DATA")
    return DATA


@pytest.fixture(scope="session")
def zoo() -> Path:
    if not ZOO.is_dir():
        pytest.skip(f"no collection of odd inputs at {ZOO}")
    return ZOO


@pytest.fixture(scope="session")
def server_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data folder of the tests' own server, so that a user's database is never touched."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
def connection(server_home: Path) -> Iterator[server.Connection]:
    settings = load_settings().model_copy(update={"data_dir": server_home})
    yield server.start(settings)
    server.stop(settings)


@pytest.fixture(scope="session")
def shared_database(connection: server.Connection) -> Iterator[Database]:
    with connect(connection.uri, connection.user, connection.password) as database:
        store.create_schema(database)
        yield database


@pytest.fixture
def database(shared_database: Database) -> Iterator[Database]:
    """The real server, empty of nodes before and after."""
    shared_database.ask("MATCH (n) DETACH DELETE n")
    yield shared_database
    shared_database.ask("MATCH (n) DETACH DELETE n")
