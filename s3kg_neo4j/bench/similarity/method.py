"""What a method is: a name, where it comes from, and a function from pairs to scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.errors import PrerequisiteError

Kind = Literal["texts", "graphs", "both"]
Values = Sequence[float | None]

STRUCTURE, SEMANTICS = "structure", "semantics"
"""The two channels that α blends: (1-α)·structure + α·semantics."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Scores of some pairs, the higher the more alike.

    Attributes:
        values: One a pair; None where the method has no score for it.
        channels: What ``values`` blends, for methods that have an α.
    """

    values: Values
    channels: Mapping[str, Values] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Method:
    """A method and where it comes from.

    Attributes:
        name: What the user calls it.
        title: What it computes, in a few words.
        kind: What it looks at.
        version: Changes when its scores do.
        citation: Paper or library that defines it.
        licence: Of the library that computes it.
        score: Scores of a batch.
        packages: Distributions that it needs; their versions are part of its own.
        extra: The project's extra that brings them; "" where they are always there.
        encoder: Whether the scores depend on the workbench's sentence encoder.
        prescribed: The encoder or model that it needs, where that is not the user's choice.
        ours: Not a baseline.
        heavy: Left out unless it is named.
    """

    name: str
    title: str
    kind: Kind
    version: str
    citation: str
    licence: str
    score: Callable[[Batch], Scored]
    packages: tuple[str, ...] = ()
    extra: str = ""
    encoder: bool = False
    prescribed: str = ""
    ours: bool = False
    heavy: bool = False

    def installed(self) -> list[str]:
        """Its packages with their versions.

        Raises:
            PrerequisiteError: One is not installed.
        """
        try:
            return [f"{name} {version(name)}" for name in self.packages]
        except PackageNotFoundError as error:
            package = f"'s3kg-neo4j[{self.extra}]'" if self.extra else str(error.name)
            raise PrerequisiteError(
                f"method {self.name}: {error.name} is not installed; pip install {package}"
            ) from None


def each(score: Callable[..., float], pairs: Sequence[tuple[object, object] | None]) -> Scored:
    """Scores of pairs one by one; None stays None."""
    return Scored([None if pair is None else float(score(*pair)) for pair in pairs])
