"""Where in a text a triplet was read, found by its words."""

import re
from collections.abc import Sequence

from s3kg_neo4j.model import Origin, Triplet
from s3kg_neo4j.sentences import Span, sentence_spans

_WORD = re.compile(r"\w+")


def find_origins(text: str, triplets: Sequence[Triplet]) -> tuple[Origin | None, ...]:
    """The origin of each triplet: the sentence that shares most of its words.

    The span reaches from the first to the last of head and tail where both stand in that
    sentence as they are; a triplet that shares no word with any sentence has no origin.
    """
    folded = text.casefold()
    if len(folded) != len(text):  # a few letters fold into two: places would not fit
        folded = text.lower() if len(text.lower()) == len(text) else text
    spans = sentence_spans(text)
    words = [set(_WORD.findall(folded[start:end])) for start, end in spans]
    return tuple(_origin(folded, spans, words, triplet) for triplet in triplets)


def _origin(
    text: str, spans: Sequence[Span], words: Sequence[set[str]], triplet: Triplet
) -> Origin | None:
    ends = [part.replace("_", " ").casefold().strip() for part in (triplet.head, triplet.tail)]
    own = set(_WORD.findall(" ".join([*ends, triplet.relation.replace("_", " ").casefold()])))

    def fit(number: int) -> tuple[int, int]:
        start, end = spans[number]
        return sum(part in text[start:end] for part in ends), len(own & words[number])

    best = max(range(len(spans)), key=lambda number: (*fit(number), -number), default=None)
    if best is None or not any(fit(best)):
        return None
    start, end = spans[best]
    places = [text.find(part, start, end) for part in ends]
    if min(places) < 0:
        return Origin(best)
    last = max(place + len(part) for place, part in zip(places, ends, strict=True))
    return Origin(best, min(places), last)
