"""The seam to extractors: what studies of plain texts need of one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from s3kg_neo4j.errors import PrerequisiteError
from s3kg_neo4j.extract import load_extractor
from s3kg_neo4j.model import Source

Extract = Callable[[Sequence[str]], Sequence[Source]]
"""Triplets of texts, one source a text, in their order."""


@dataclass(frozen=True, slots=True)
class TextExtractor:
    """An extractor with the name and version that results are reported under.

    Attributes:
        name: Name and version, as ``rules 1``.
        extract: The extraction.
    """

    name: str
    extract: Extract

    def sources(self, texts: Sequence[str]) -> dict[str, Source]:
        """Source of each distinct text."""
        distinct = list(dict.fromkeys(texts))
        return dict(zip(distinct, self.extract(distinct), strict=True))


def text_extractor(name: str) -> TextExtractor:
    """An offline extractor by its name or file, for studies of plain texts."""
    extractor = load_extractor(name)

    def extract(texts: Sequence[str]) -> list[Source]:
        return [
            Source(text, made.triplets, extraction=made.status, origins=made.origins)
            for text, made in zip(texts, extractor.extract(texts), strict=True)
        ]

    return TextExtractor(f"{extractor.name} {extractor.version}", extract)


def required(extractor: TextExtractor | None, study: str) -> TextExtractor:
    """The extractor of a study that cannot do without.

    Raises:
        PrerequisiteError: There is none.
    """
    if extractor is None:
        raise PrerequisiteError(
            f"{study}: these are texts without triplets; name an extractor, as --extractor spacy"
        )
    return extractor
