"""Where sentences begin and end."""

from itertools import pairwise

Span = tuple[int, int]


def sentence_spans(text: str) -> list[Span]:
    """Start and end of each sentence of ``text``, in order; white space between is left out."""
    import syntok.segmenter

    starts = [
        sentence[0].offset
        for paragraph in syntok.segmenter.analyze(text)
        for sentence in paragraph
        if sentence
    ]
    spans = pairwise([*starts, len(text)])
    return [(start, start + len(text[start:end].rstrip())) for start, end in spans]


def passages(text: str, longest: int) -> list[str]:
    """``text`` in pieces of at most ``longest`` characters, cut between sentences.

    A sentence that is longer by itself is a piece of its own. Nothing but white space between
    pieces is lost.
    """
    if len(text) <= longest:
        return [text] if text.strip() else []
    pieces: list[Span] = []
    for start, end in sentence_spans(text):
        if pieces and end - pieces[-1][0] <= longest:
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return [text[start:end] for start, end in pieces]
