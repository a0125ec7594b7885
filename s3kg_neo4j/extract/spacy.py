"""Offline extraction by rules over dependency parses: rough, and free (docs/extraction.md)."""

from collections.abc import Iterator, Sequence

from s3kg_neo4j.extract.clauses import Statement, statements
from s3kg_neo4j.extract.extraction import Extraction
from s3kg_neo4j.extract.parsing import Doc, model_version, parsed
from s3kg_neo4j.extract.pronouns import Mentions
from s3kg_neo4j.model import Origin, Triplet
from s3kg_neo4j.text import is_blank

RULES = "1"
"""Version of the rules; it counts up with every change of what they find."""


class SpacyExtractor:
    """Clauses, copulas, passives, appositions, prepositional objects, simple pronouns."""

    name = "spacy"

    @property
    def version(self) -> str:
        """Of the rules and of the parser's model."""
        return f"{RULES} ({model_version()})"

    def extract(self, texts: Sequence[str]) -> Iterator[Extraction]:
        """One extraction a text, in order."""
        return (_extraction(doc) for doc in parsed(texts))


def load() -> SpacyExtractor:
    """The extractor."""
    return SpacyExtractor()


def _extraction(doc: Doc) -> Extraction:
    mentions = Mentions()
    found: dict[Triplet, Origin] = {}
    for number, sentence in enumerate(doc.sents):
        for statement in statements(sentence, mentions):
            if _usable(statement):
                triplet = Triplet(statement.head, statement.relation, statement.tail)
                found.setdefault(triplet, Origin(number, statement.start, statement.end))
    return Extraction(tuple(found), tuple(found.values()))


def _usable(statement: Statement) -> bool:
    parts = (statement.head, statement.relation, statement.tail)
    return not any(map(is_blank, parts)) and statement.head != statement.tail
