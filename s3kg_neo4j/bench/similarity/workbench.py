"""What methods share: settings, the sentence encoder, the database."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property

from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.measure import NONE_ADDED, Opposites
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
        models: Models (names or folders) that take the place of those that methods prescribe.
        opposites: What guards read labels by.
    """

    settings: Settings
    encoder: str | None = None
    connect: Callable[[], Database] = _no_database
    models: Mapping[str, str] = field(default_factory=dict)
    opposites: Opposites = NONE_ADDED
    _others: dict[str, Embedder] = field(default_factory=dict, repr=False)
    _opened: ExitStack = field(default_factory=ExitStack, repr=False)

    @cached_property
    def embedder(self) -> Embedder:
        """The sentence encoder of every method that leaves the choice open."""
        return load_embedder(self.settings, self.encoder)

    def other_embedder(self, name: str) -> Embedder:
        """The encoder that a method prescribes."""
        if name not in self._others:
            self._others[name] = load_embedder(self.settings, name)
        return self._others[name]

    def model(self, method: str, prescribed: str) -> str:
        """Name or folder of the model that a method works with."""
        return self.models.get(method, prescribed)

    @cached_property
    def database(self) -> Database:
        """The database of the methods that compute there; open until ``close``."""
        return self._opened.enter_context(self.connect())

    def close(self) -> None:
        """Close the database, if any method has asked for it."""
        self._opened.close()
