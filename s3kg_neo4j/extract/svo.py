"""Plain open information extraction: subject, verb, object and no more. A baseline."""

from collections.abc import Iterator, Sequence

from s3kg_neo4j.extract.extraction import Extraction
from s3kg_neo4j.extract.parsing import Doc, model_version, parsed
from s3kg_neo4j.model import Origin, Triplet


class SvoExtractor:
    """Nouns with their compounds around a verb's lemma."""

    name = "svo"

    @property
    def version(self) -> str:
        """Of the parser's model: the rules do not change."""
        return f"1 ({model_version()})"

    def extract(self, texts: Sequence[str]) -> Iterator[Extraction]:
        """One extraction a text, in order."""
        return (_extraction(doc) for doc in parsed(texts))


def load() -> SvoExtractor:
    """The extractor."""
    return SvoExtractor()


def _extraction(doc: Doc) -> Extraction:
    found: dict[Triplet, Origin] = {}
    for number, sentence in enumerate(doc.sents):
        for verb in sentence:
            if verb.pos_ not in ("VERB", "AUX"):
                continue
            subjects = [t for t in verb.children if t.dep_ in ("nsubj", "nsubjpass")]
            objects = [t for t in verb.children if t.dep_ in ("dobj", "attr")]
            objects += [
                inner
                for t in verb.children
                if t.dep_ in ("prep", "agent")
                for inner in t.children
                if inner.dep_ == "pobj"
            ]
            for subject in subjects:
                for each in objects:
                    triplet = Triplet(_noun(subject), verb.lemma_, _noun(each))
                    found.setdefault(triplet, Origin(number))
    return Extraction(tuple(found), tuple(found.values()))


def _noun(head: Doc) -> str:
    parts = [t for t in head.lefts if t.dep_ == "compound"]
    return " ".join(t.text for t in [*parts, head])
