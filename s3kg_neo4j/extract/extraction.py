"""What an extractor makes of a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from s3kg_neo4j.model import Origin, Status, Triplet


@dataclass(frozen=True, slots=True)
class Extraction:
    """Triplets of one text.

    Attributes:
        triplets: In the order of the text.
        origins: One a triplet; None where it cannot be told.
        status: OK, TRUNCATED, FAILED or REFUSED.
    """

    triplets: tuple[Triplet, ...]
    origins: tuple[Origin | None, ...]
    status: Status = Status.OK


class Extractor(Protocol):
    """Turns texts into triplets, each text by itself."""

    name: str
    version: str

    def extract(self, texts: Sequence[str]) -> Iterator[Extraction]:
        """One extraction a text, in order."""
        ...
