"""How to reach the managed server."""

from dataclasses import dataclass, field
from urllib.parse import quote

HOST = "127.0.0.1"
USER = "neo4j"


@dataclass(frozen=True, slots=True)
class Connection:
    """A running server.

    Attributes:
        bolt_port: Of the driver's protocol.
        http_port: Of Neo4j Browser.
        password: None where authentication is off.
    """

    bolt_port: int
    http_port: int
    password: str | None = field(repr=False)
    user: str = USER

    @property
    def uri(self) -> str:
        """Address for the driver."""
        return f"bolt://{HOST}:{self.bolt_port}"

    def browser_url(self, cypher: str) -> str:
        """Address that opens Neo4j Browser with ``cypher`` in its editor, never a password."""
        method, user = ("NO_AUTH", "") if self.password is None else ("BASIC", f"{self.user}@")
        return (
            f"http://{HOST}:{self.http_port}/browser/?dbms=bolt://{user}{HOST}:{self.bolt_port}"
            f"&preselectAuthMethod={method}&cmd=edit&arg={quote(cypher, safe='')}"
        )
