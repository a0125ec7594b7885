"""Modules by name, each imported when it is first asked for."""

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

from s3kg_neo4j.errors import UsageError


@dataclass(frozen=True, slots=True)
class Registry:
    """Names that a user may give, and the module that each stands for.

    Attributes:
        option: What the user gives the name to, as ``--loader``.
        modules: Dotted path of the module by name; the order is that of messages.
    """

    option: str
    modules: Mapping[str, str]

    def __iter__(self) -> Iterator[str]:
        """The names, in order."""
        return iter(self.modules)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.modules)

    def __contains__(self, name: object) -> bool:
        """Whether there is one of that name; imports nothing."""
        return name in self.modules

    def __getitem__(self, name: str) -> ModuleType:
        """The module of that name.

        Raises:
            UsageError: There is none.
        """
        if name not in self.modules:
            raise UsageError(f"{self.option}: expected one of {', '.join(self)}, got {name!r}")
        return importlib.import_module(self.modules[name])
