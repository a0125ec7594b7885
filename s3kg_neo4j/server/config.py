"""What the server is told: neo4j.conf and its command line."""

import os
from dataclasses import dataclass
from pathlib import Path

from s3kg_neo4j.server.connection import HOST
from s3kg_neo4j.server.install import Installation

MAIN = "org.neo4j.server.Neo4jCommunity"
ADMIN = "org.neo4j.cli.AdminTool"
FIRST_HEAP = 512
"""Megabytes to begin with, where the largest heap is not smaller."""
UNSAFE_ALLOWED_FROM = 24
"""From this Java on, access to sun.misc.Unsafe has to be allowed."""


@dataclass(frozen=True, slots=True)
class Home:
    """Folders of one managed server."""

    path: Path

    @property
    def configuration(self) -> Path:
        """Folder of neo4j.conf."""
        return self.path / "conf"

    @property
    def log(self) -> Path:
        """What the server prints in its present or last run."""
        return self.path / "logs" / "console.log"

    @property
    def older_log(self) -> Path:
        """What it printed in the run before."""
        return self.path / "logs" / "console.1.log"

    @property
    def state(self) -> Path:
        """Which process runs, and where it listens."""
        return self.path / "state.json"

    @property
    def password(self) -> Path:
        """The generated password, for the user's eyes only."""
        return self.path / "password"


def write_configuration(
    home: Home, installation: Installation, *, bolt: int, http: int, auth: bool
) -> None:
    """Write neo4j.conf; the server listens on loopback only."""
    for name in ("data", "logs", "run", "import", "conf"):
        (home.path / name).mkdir(mode=0o700, exist_ok=True)
    values = {
        **{
            f"server.directories.{name}": home.path / name
            for name in ("data", "logs", "run", "import")
        },
        "server.directories.plugins": installation.plugins,
        "server.default_listen_address": HOST,
        "server.bolt.listen_address": f"{HOST}:{bolt}",
        "server.bolt.advertised_address": f"{HOST}:{bolt}",
        "server.http.listen_address": f"{HOST}:{http}",
        "server.http.advertised_address": f"{HOST}:{http}",
        "server.https.enabled": "false",
        "server.memory.pagecache.size": "256m",
        "db.tx_log.rotation.retention_policy": "1 files",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "dbms.security.auth_enabled": str(auth).lower(),
        "dbms.security.procedures.unrestricted": "gds.*",
        "db.query.default_language": "CYPHER_25",
    }
    text = "".join(f"{key}={value}\n" for key, value in values.items())
    (home.configuration / "neo4j.conf").write_text(text, encoding="utf-8")


def server_command(
    home: Home, installation: Installation, java: Path, version: int, heap: str
) -> list[str]:
    """Command line of the server."""
    first = heap if _megabytes(heap) < FIRST_HEAP else f"{FIRST_HEAP}m"
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    allowed = ["--sun-misc-unsafe-memory-access=allow"] if version >= UNSAFE_ALLOWED_FROM else []
    return [
        str(java),
        f"-Xms{first}",
        f"-Xmx{heap}",
        "-XX:+UseG1GC",
        "-XX:+ExitOnOutOfMemoryError",
        "-Dfile.encoding=UTF-8",
        "-Djol.skipHotspotSAAttach=true",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened),
        "--enable-native-access=ALL-UNNAMED",
        *allowed,
        "-cp",
        f"{installation.libraries}/*",
        MAIN,
        home_argument(home),
        f"--config-dir={home.configuration}",
        "--console-mode",
    ]


def home_argument(home: Home) -> str:
    """The word of the command line that no other process has."""
    return f"--home-dir={home.path}"


def password_command(installation: Installation, java: Path, words: Path) -> list[str]:
    """Command line of Neo4j's administration, with its own words in a file."""
    classes = f"{installation.libraries}/*"
    return [str(java), "-XX:TieredStopAtLevel=1", "-cp", classes, ADMIN, f"@{words}"]


def surroundings() -> dict[str, str]:
    """Environment of Java, which reads names of files as the locale says."""
    return os.environ | {"LC_ALL": "C.UTF-8"}


def _megabytes(heap: str) -> int:
    return int(heap[:-1]) * (1024 if heap.endswith("g") else 1)
