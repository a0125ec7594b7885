"""The committed lock: which files the server is made of, with their hashes.

``python -m s3kg_neo4j.server.lock`` (``make server-lock``) makes it again.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from s3kg_neo4j.errors import ServerError

LOCK = Path(__file__).parent / "lock.json"

NEO4J, GDS, BROWSER = "2026.01.4", "2.26.0", "5.24.0"
ROOTS = (
    f"org.neo4j:neo4j:{NEO4J}",
    f"org.neo4j.gds:proc:{GDS}",
    f"org.neo4j.gds:proc-sysinfo:{GDS}",
    f"org.neo4j.gds:opengds-extension:{GDS}",
    f"org.neo4j.gds:open-model-catalog:{GDS}",
    f"org.neo4j.client:neo4j-browser:{BROWSER}",
)


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of the server.

    Attributes:
        path: Where it lies in a Maven repository.
        sha256: Of its content.
        size: In bytes.
    """

    path: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """File name."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def plugin(self) -> bool:
        """Whether procedures of Graph Data Science are looked for in it."""
        return "/org/neo4j/gds/proc" in f"/{self.path}"


@dataclass(frozen=True, slots=True)
class Lock:
    """The server's versions and files."""

    neo4j: str
    gds: str
    browser: str
    jars: tuple[Jar, ...]


@cache
def read_lock() -> Lock:
    """The committed lock."""
    value = json.loads(LOCK.read_text(encoding="utf-8"))
    return Lock(
        value["neo4j"],
        value["gds"],
        value["browser"],
        tuple(Jar(jar["path"], jar["sha256"], jar["size"]) for jar in value["jars"]),
    )


def base_address(mirror: str | None) -> str:
    """Base address of the Maven repository: the mirror, or Maven Central."""
    from jgo.constants import MAVEN_CENTRAL_URL  # noqa: PLC0415  slow to import

    return (mirror or MAVEN_CENTRAL_URL).rstrip("/") + "/"


def make_lock(jars: Iterable[Path], repository: Path) -> Lock:
    """A lock of files that lie in a Maven repository's layout."""
    found = []
    for jar in sorted(jars):
        content = jar.read_bytes()
        found.append(
            Jar(
                jar.relative_to(repository).as_posix(),
                hashlib.sha256(content).hexdigest(),
                len(content),
            )
        )
    return Lock(NEO4J, GDS, BROWSER, tuple(found))


def write_lock(lock: Lock, path: Path = LOCK) -> None:
    """Write a lock, one file a line, so that changes can be read."""
    head = {"neo4j": lock.neo4j, "gds": lock.gds, "browser": lock.browser}
    lines = ",\n".join("  " + json.dumps(asdict(jar)) for jar in lock.jars)
    text = json.dumps(head)[:-1] + f', "jars": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


def _resolve() -> Lock:
    """Resolve the roots with jgo; the repository that it fills is kept for the next time."""
    import jgo  # noqa: PLC0415  for maintainers only
    from jgo.config import GlobalSettings  # noqa: PLC0415

    repository = Path(GlobalSettings.load().repo_cache)
    with tempfile.TemporaryDirectory() as folder:
        environment = jgo.build("+".join(ROOTS), cache_dir=Path(folder))
        wanted = {path.name for path in Path(environment.path).rglob("*.jar")}
    jars = {path.name: path for path in repository.rglob("*.jar") if path.name in wanted}
    if not jars:
        raise ServerError("jgo resolved no file; check the versions in lock.py")
    return make_lock(jars.values(), repository)


if __name__ == "__main__":
    write_lock(_resolve())
