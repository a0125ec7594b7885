"""EDC's sets (WebNLG, REBEL, Wiki-NRE): a text a line, its gold triplets on the same line.

The file NAME_texts.txt is given; NAME_triples.txt lies beside it.
"""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from loaders import Metadata, Record
from loaders.lines import read_lines
from loaders.records import FieldError, triplet_source, wrong
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, Question

METADATA = Metadata(
    name="edc",
    title="Texts with gold triplets, as EDC evaluates extraction (WebNLG and others)",
    licence="MIT (EDC); WebNLG 2020 CC BY-NC-SA 4.0",
    revision="02aad17e2fc1e9845c84746b384e7fd3160edc1a",
    homepage="https://github.com/clear-nus/edc",
    yields="questions",
)

TEXTS, TRIPLETS = "_texts.txt", "_triples.txt"


def load(path: Path) -> Iterator[Record]:
    """A question a line, named by its number; its gold answer is the text with its triplets.

    Raises:
        InputError: The file of triplets is not there.
    """
    other = path.with_name(path.name.removesuffix(TEXTS) + TRIPLETS)
    if not other.is_file():
        raise InputError(f"{path}: expected {other.name} beside it, found none")
    for text, triplets in zip_longest(read_lines(path), read_lines(other)):
        if isinstance(text, BadRecord):
            yield text
            continue
        if isinstance(triplets, BadRecord):
            yield triplets
            continue
        if text is None or triplets is None:
            yield BadRecord(
                path.name,
                f"line {(text or triplets)[0]}",
                "",
                f"expected as many lines as in {other.name}",
                "restore both files",
            )
            return
        try:
            yield _question(str(text[0]), text[1], triplets[1])
        except FieldError as error:
            yield error.at(other.name, f"line {triplets[0]}")


def _question(name: str, text: str, triplets: str) -> Question:
    try:
        value = ast.literal_eval(triplets)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        wrong("", "a list of triplets as Python writes it", triplets)
    return Question(id=name, gold=triplet_source(value, "", text.strip()))
