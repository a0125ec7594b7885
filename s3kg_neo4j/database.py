"""The only way to Neo4j: runs catalog queries, and says what the server can do."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from s3kg_neo4j.catalog import Query, find_query
from s3kg_neo4j.errors import DatabaseError, UsageError

if TYPE_CHECKING:
    import neo4j
    import numpy as np
    from numpy.typing import NDArray

Row = dict[str, Any]
T = TypeVar("T")

UNAVAILABLE = (
    "start it with `s3kg server start`, or check S3KG_NEO4J_URI; a run goes on with --resume"
)
RETRY_SECONDS = 5
_NO_DATABASE = "ClientError.Database."


@dataclass(frozen=True, slots=True)
class Server:
    """What a server is and can do; detected, never assumed.

    Attributes:
        version: As the server gives it.
        gds: Version of Graph Data Science, None where it is not installed.
        search: Whether vector look-ups can be filtered (``SEARCH``).
        vectors: Whether parameters may be float32 vectors.
    """

    version: str
    gds: str | None
    search: bool
    vectors: bool


class Runner(Protocol):
    """Runs catalog queries; a database, or one transaction of it."""

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run the query ``name`` and return its rows."""
        ...


class Database:
    """An open connection.

    Attributes:
        driver: The Neo4j driver, for clients that bring queries of their own.
        name: Name of the database.
        server: What the server can do.
    """

    def __init__(self, driver: "neo4j.Driver", name: str) -> None:
        """Take over ``driver``; it is closed with this object."""
        self.driver = driver
        self.name = name
        self.server = _detect(driver, name)

    def __enter__(self) -> "Database":
        """Use as a context manager, so that the driver is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the driver."""
        self.driver.close()

    def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run one query in a transaction of its own.

        Raises:
            DatabaseError: The server is away, lacks a feature or refuses.
        """
        return self.transaction(lambda runner: runner.run(name, **parameters))

    def transaction(self, work: Callable[[Runner], T]) -> T:
        """Run several queries in one transaction: all of it happens, or nothing.

        Transient failures are tried again by the driver, so ``work`` may run twice.
        """
        with _translated(), self.driver.session(database=self.name) as session:
            return session.execute_write(lambda tx: work(_Transaction(tx, self.server)))

    def ask(self, cypher: str, **parameters: Any) -> list[Row]:
        """Run a text that is not in the catalog: for tests and for a user's own audits."""
        with _translated(), self.driver.session(database=self.name) as session:
            return session.run(cypher, parameters).data()

    def vector(self, row: "NDArray[np.float32]") -> object:
        """A row of float32 as a parameter: packed where the server takes that."""
        if self.server.vectors:
            from neo4j.vector import Vector

            return Vector.from_numpy(row)
        return row.tolist()


class _Transaction:
    def __init__(self, tx: "neo4j.ManagedTransaction", server: Server) -> None:
        self._tx = tx
        self._server = server

    def run(self, name: str, **parameters: Any) -> list[Row]:
        query = find_query(name)
        _check(query, parameters, self._server)
        return [dict(record) for record in self._tx.run(query.text, parameters)]


def _check(query: Query, parameters: Mapping[str, object], server: Server) -> None:
    declared = {parameter.name for parameter in query.parameters}
    if declared != set(parameters):
        wrong = ", ".join(sorted(declared ^ set(parameters)))
        raise UsageError(f"{query.name}: parameters missing or unknown: {wrong}")
    if "gds" in query.needs and server.gds is None:
        raise DatabaseError(
            f"{query.name} needs Graph Data Science, which Neo4j {server.version} lacks here; "
            "install its plugin, or use the managed server (`s3kg server start`)"
        )
    if "search" in query.needs and not server.search:
        raise DatabaseError(
            f"{query.name} needs filtered vector search (Neo4j 2026.01 or newer), this is "
            f"{server.version}; use --aligner cypher or matrix"
        )


def connect(uri: str, user: str, password: str | None, database: str = "neo4j") -> Database:
    """Open a connection and find out what the server can do.

    Raises:
        DatabaseError: Nothing answers at ``uri``, or it refuses user or password.
    """
    import neo4j
    from neo4j.exceptions import ConfigurationError

    try:
        driver = neo4j.GraphDatabase.driver(
            uri,
            auth=(user, password) if password else None,
            warn_notification_severity=neo4j.NotificationMinimumSeverity.OFF,
            notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
            connection_acquisition_timeout=30,
            max_transaction_retry_time=RETRY_SECONDS,
        )
    except (ConfigurationError, ValueError) as error:
        raise UsageError(f"S3KG_NEO4J_URI: {uri!r}: {error}") from None
    try:
        return Database(driver, database)
    except BaseException:
        driver.close()
        raise


def _detect(driver: "neo4j.Driver", name: str) -> Server:
    with _translated(), driver.session(database=name) as session:
        result = session.run(
            "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' "
            "RETURN versions[0] AS version"
        )
        version = str(result.single(strict=True)["version"])
        procedures = session.run(
            "SHOW FUNCTIONS YIELD name WHERE name = 'gds.version' RETURN count(*) AS n"
        ).single(strict=True)["n"]
        gds = (
            str(session.run("RETURN gds.version() AS v").single(strict=True)["v"])
            if procedures
            else None
        )
        protocol = driver.get_server_info().protocol_version
    return Server(
        version=version,
        gds=gds,
        search=_numbers(version) >= (2026, 1),
        vectors=protocol >= (6, 0),
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(
        int(part) for part in version.split("-", maxsplit=1)[0].split(".")[:2] if part.isdigit()
    )


@contextmanager
def _translated() -> Iterator[None]:
    """The driver's errors as one line that says what to do."""
    from neo4j import exceptions

    try:
        yield
    except exceptions.AuthError:
        raise DatabaseError(
            "Neo4j refuses user or password; check S3KG_NEO4J_USER and S3KG_NEO4J_PASSWORD"
        ) from None
    except (exceptions.ServiceUnavailable, exceptions.SessionExpired, OSError) as error:
        lines = str(error).split(" (resolved")[0].splitlines()
        first = lines[0] if lines else type(error).__name__
        raise DatabaseError(f"Neo4j does not answer ({first}); {UNAVAILABLE}") from None
    except exceptions.Neo4jError as error:
        advice = "; check S3KG_NEO4J_DATABASE" if _NO_DATABASE in str(error.code) else ""
        raise DatabaseError(f"Neo4j refuses: {error.message} ({error.code}){advice}") from error
    except exceptions.DriverError as error:
        raise DatabaseError(f"the connection to Neo4j failed: {error}") from error


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Consecutive items, at most ``size`` at a time."""
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch
