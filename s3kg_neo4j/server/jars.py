"""The committed lock: which files the server is made of, with their hashes."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from s3kg_neo4j.locked import LockedFile

LOCK = Path(__file__).parent / "lock.json"


@dataclass(frozen=True, slots=True)
class Lock:
    """The server's versions and files."""

    neo4j: str
    gds: str
    browser: str
    jars: tuple[LockedFile, ...]

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
        tuple(LockedFile(jar["path"], jar["sha256"], jar["size"]) for jar in value["jars"]),
    )


def is_plugin(jar: LockedFile) -> bool:
    """Whether procedures of Graph Data Science are looked for in a jar."""
    return jar.path.startswith("org/neo4j/gds/") and jar.name.startswith("proc-")
