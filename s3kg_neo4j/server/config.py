"""What the server is told: neo4j.conf and its command line."""

from dataclasses import dataclass
from pathlib import Path

from s3kg_neo4j.server.connection import HOST
from s3kg_neo4j.server.install import Installation

MAIN = "org.neo4j.server.Neo4jCommunity"
ADMIN = "org.neo4j.cli.AdminTool"
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
        """What the server prints."""
        return self.path / "logs" / "console.log"

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
        (home.path / name).mkdir(parents=True, exist_ok=True)
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
    opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    allowed = ["--sun-misc-unsafe-memory-access=allow"] if version >= UNSAFE_ALLOWED_FROM else []
    return [
        str(java),
        "-Xms512m",
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
        f"--home-dir={home.path}",
        f"--config-dir={home.configuration}",
        "--console-mode",
    ]


def password_command(installation: Installation, java: Path, password: str) -> list[str]:
    """Command line that sets the first password; only before the first start."""
    classes = f"{installation.libraries}/*"
    return [str(java), "-cp", classes, ADMIN, "dbms", "set-initial-password", password]
