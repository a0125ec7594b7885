"""What methods share: settings, the sentence encoder, the database."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.settings import Settings


def _no_database() -> Database:
    raise PrerequisiteError("this method needs a database; start one with `s3kg server start`")


@dataclass
class Workbench:
    """Each part is made when a method first asks for it.

    Attributes:
        settings: Threads, folders, default encoder.
        encoder: Name of the sentence encoder; that of the settings where None.
        connect: Opens the database.
    """

    settings: Settings
    encoder: str | None = None
    connect: Callable[[], Database] = _no_database
    _others: dict[str, Embedder] = field(default_factory=dict, repr=False)

    @cached_property
    def embedder(self) -> Embedder:
        """The sentence encoder of every method that leaves the choice open."""
        return load_embedder(self.settings, self.encoder)

    def other_embedder(self, name: str) -> Embedder:
        """The encoder that a method prescribes."""
        if name not in self._others:
            self._others[name] = load_embedder(self.settings, name)
        return self._others[name]

    @cached_property
    def database(self) -> Database:
        """The database of the methods that compute there."""
        return self.connect()

    def close(self) -> None:
        """Close the database, if any method has asked for it."""
        if "database" in self.__dict__:
            self.database.close()
