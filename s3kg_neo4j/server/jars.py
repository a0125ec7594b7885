"""The committed lock: which files the server is made of, with their hashes."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LOCK = Path(__file__).parent / "lock.json"


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
        return self.path.startswith("org/neo4j/gds/") and self.name.startswith("proc-")

    def fits(self, file: Path) -> bool:
        """Whether ``file`` is there and is what the lock says."""
        return file.is_file() and file.stat().st_size == self.size and sha256(file) == self.sha256


@dataclass(frozen=True, slots=True)
class Lock:
    """The server's versions and files."""

    neo4j: str
    gds: str
    browser: str
    jars: tuple[Jar, ...]

    @property
    def folder(self) -> str:
        """Name of a folder for exactly these files."""
        content = "".join(jar.sha256 for jar in self.jars)
        return f"{self.neo4j}-{hashlib.sha256(content.encode()).hexdigest()[:8]}"


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


def sha256(file: Path) -> str:
    """Hash of a file's content."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def base_address(mirror: str | None) -> str:
    """Base address of the Maven repository: the mirror, or Maven Central."""
    if mirror is None:
        from jgo.constants import MAVEN_CENTRAL_URL  # noqa: PLC0415  slow to import

        mirror = MAVEN_CENTRAL_URL
    return mirror.rstrip("/") + "/"
