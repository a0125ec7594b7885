"""Plain texts, each with a name: text and Markdown files, a folder of them, or JSON Lines.

A line of JSON is ``{"id": name, "text": text}``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loaders.lines import read_lines
from loaders.records import from_lines, identifier, text_of
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord

ENDINGS = (".txt", ".md")
"""Endings of the names of files that are one text each."""


def read_texts(path: Path) -> Iterator[tuple[str, str] | BadRecord]:
    """Name and text of each; files of a folder in the order of their names.

    Raises:
        InputError: There is no such file, or a folder without texts.
    """
    if not path.exists():
        raise InputError(f"{path}: no such file; check the path")
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in ENDINGS)
        if not files:
            raise InputError(f"{path}: expected files named *.txt or *.md, found none")
        for file in files:
            yield _whole(file)
    elif path.suffix.lower() in ENDINGS:
        yield _whole(path)
    else:
        yield from from_lines(path, _line)


def _whole(path: Path) -> tuple[str, str] | BadRecord:
    lines = []
    for item in read_lines(path, keep_blank=True):
        if isinstance(item, BadRecord):
            return item
        lines.append(item[1])
    return path.stem, "\n".join(lines)


def _line(_: str, record: Mapping[str, Any]) -> tuple[str, str]:
    return identifier(record), text_of(record, "text")
