"""The gate on FactKG's sentences: from their triplets, and from their text by an extractor."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from s3kg_neo4j.bench.gate import AS_OF, readable
from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.extract import Extractor
from s3kg_neo4j.gate.model import Claim, Reference, Verdict
from s3kg_neo4j.gate.references import stored_meanwhile
from s3kg_neo4j.gate.verdicts import judge

if TYPE_CHECKING:
    from loaders.references.factkg import Sentence

ALL, LACKING = "all", "evidence missing"
TRIPLETS = "triplets"


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Verdicts on the sentences of one kind.

    Attributes:
        source: Where their claims come from: ``TRIPLETS``, or the extractor's name and version.
        reasoning: What they need (a sentence may need several), ``ALL``, or ``LACKING``: those
            whose evidence the graph lacks, so that the true ones cannot be known.
        sentences: How many there are.
        true: How many of them are true.
        true_supported: How many of the true ones are SUPPORTED, with all their claims.
        false_supported: How many of the false ones are.
    """

    source: str
    reasoning: str
    sentences: int
    true: int
    true_supported: int
    false_supported: int

    @property
    def accuracy(self) -> float | None:
        """Share of true ones SUPPORTED and false ones not; None where it cannot be told."""
        if not self.sentences or self.reasoning == LACKING:
            return None
        false = self.sentences - self.true
        return (self.true_supported + false - self.false_supported) / self.sentences


def factkg(
    sample: Path, graph: Reference, database: Database, extractor: Extractor | None = None
) -> list[Accuracy]:
    """Accuracy on the sentences whose triplets are all known, by the reasoning that they need.

    Args:
        sample: The sentences.
        graph: What they are checked against.
        database: Where the graph is stored meanwhile.
        extractor: Makes claims of the same sentences' texts as well.

    Raises:
        InputError: A sentence cannot be read, or there is none whose triplets are known.
    """
    from loaders.references.factkg import read_sentences  # noqa: PLC0415

    sentences = [sentence for sentence in readable(read_sentences(sample)) if sentence.complete]
    if not sentences:
        raise InputError(f"{sample}: expected sentences with all their triplets, found none")
    sources = {TRIPLETS: [sentence.claims for sentence in sentences]}
    if extractor is not None:
        sources[f"{extractor.name} {extractor.version}"] = _extracted(extractor, sentences)
    with stored_meanwhile(database, graph) as name:
        return [
            accuracy
            for source, claims in sources.items()
            for accuracy in _accuracies(source, sentences, _supported(database, name, claims))
        ]


def _extracted(extractor: Extractor, sentences: Sequence["Sentence"]) -> list[list[Claim]]:
    made = extractor.extract([sentence.text for sentence in sentences])
    return [
        [Claim(sentence.id, t.head, t.relation, t.tail, sentence.id) for t in one.triplets]
        for sentence, one in zip(sentences, made, strict=True)
    ]


def _supported(database: Database, name: str, claims: Sequence[Sequence[Claim]]) -> list[bool]:
    """Whether all claims of each sentence are; a sentence of which nothing was made is not."""
    verdicts = iter(judge(database, name, [claim for some in claims for claim in some], AS_OF))
    found = [[next(verdicts).verdict is Verdict.SUPPORTED for _ in some] for some in claims]
    return [bool(some) and all(some) for some in found]


def _accuracies(
    source: str, sentences: Sequence["Sentence"], supported: Sequence[bool]
) -> Iterator[Accuracy]:
    from loaders.references.factkg import REASONING  # noqa: PLC0415

    found: dict[str, list[tuple[bool, bool]]] = {
        kind: [] for kind in (*REASONING.values(), ALL, LACKING)
    }
    for sentence, is_supported in zip(sentences, supported, strict=True):
        for kind in (*sentence.reasoning, ALL) if sentence.has_evidence else (LACKING,):
            found[kind].append((sentence.label, is_supported))
    for kind, verdicts in found.items():
        yield Accuracy(
            source=source,
            reasoning=kind,
            sentences=len(verdicts),
            true=sum(label for label, _ in verdicts),
            true_supported=verdicts.count((True, True)),
            false_supported=verdicts.count((False, True)),
        )
