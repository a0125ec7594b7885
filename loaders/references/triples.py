"""RDF triples of a file, as texts: N-Triples line by line, Turtle as a whole."""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from loaders.json_text import shown
from loaders.lines import open_bytes, other_encoding, read_lines, wrong_encoding
from loaders.references.iris import local_name, words
from s3kg_neo4j.model import BadRecord

LINES = ".nt"
"""Ending of the names of files with one triple a line."""

XSD = "http://www.w3.org/2001/XMLSchema#"

_BASE = "file:///"
"""What relative IRIs are relative to: the same on every machine."""

_MIDNIGHT = re.compile(r"T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Value:
    """A literal.

    Attributes:
        text: As the gate compares it: a date at midnight is a day, a number of a unit has it.
        language: Its tag in lower case, "" where it has none.
    """

    text: str
    language: str = ""


Triple = tuple[str, str, str | Value]
"""Subject and predicate are IRIs or blank nodes (``_:b1``), the object may be a literal."""


def read_triples(path: Path) -> Iterator[tuple[str, Triple] | BadRecord]:
    """Triples in the order of the file, with their places.

    A bad line of N-Triples is named and passed over; in Turtle nothing can be told apart after
    an error, so that the file is one bad record.

    Raises:
        InputError: The file cannot be opened.
    """
    _silence()
    return _lines(path) if path.suffix.lower() == LINES else _turtle(path)


@cache
def _silence() -> None:
    """A value that is not of its type stays the text that it is; the library logs a traceback."""
    logging.getLogger("rdflib").setLevel(logging.ERROR)


def _lines(path: Path) -> Iterator[tuple[str, Triple] | BadRecord]:
    from rdflib.exceptions import ParserError
    from rdflib.plugins.parsers.ntriples import W3CNTriplesParser

    class Sink:
        """Keeps the triple of a line."""

        found: tuple[Any, Any, Any] | None = None

        def triple(self, subject: Any, predicate: Any, value: Any) -> None:
            self.found = (subject, predicate, value)

    class SameNames(dict[str, str]):
        """Blank nodes keep their names, which are unique in the file."""

        def get(self, key: str, default: Any = None) -> str:
            return key

    sink = Sink()
    parser = W3CNTriplesParser(sink, bnode_context=SameNames())  # type: ignore[arg-type]
    for item in read_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place = f"line {item[0]}"
        sink.found = None
        parser.line = item[1]
        try:
            parser.parseline()
        except ParserError:
            yield BadRecord(
                path.name,
                place,
                "",
                f"expected N-Triples, <subject> <predicate> <object> ., found {shown(item[1])}",
                "correct or remove it",
            )
            continue
        if sink.found:
            yield place, _triple(sink.found)


def _turtle(path: Path) -> Iterator[tuple[str, Triple] | BadRecord]:
    from rdflib import Graph
    from rdflib.exceptions import ParserError
    from rdflib.plugins.parsers.notation3 import BadSyntax, RDFSink, SinkParser

    class Ordered(Graph):
        """Takes triples in the order of the file, where a graph has none."""

        found: list[tuple[Any, Any, Any]]

        def add(self, triple: tuple[Any, Any, Any]) -> "Ordered":
            self.found.append(triple)
            return self

    with open_bytes(path) as stream:
        data = stream.read()
    if name := other_encoding(data[:4]):
        yield wrong_encoding(path, name)
        return
    graph = Ordered()
    graph.found = []
    parser = SinkParser(RDFSink(graph), baseURI=_BASE, turtle=True)
    try:
        parser.loadBuf(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield _unread(path, line, f"expected UTF-8, found byte 0x{data[error.start]:02X}")
        return
    # The parser asserts where a text is not ended.
    except (BadSyntax, ParserError, AssertionError, RecursionError, ValueError) as error:
        line = getattr(error, "lines", parser.lines) + 1
        why = getattr(error, "_why", "a text or a bracket that is not ended")
        yield _unread(path, line, f"expected Turtle, found none: {' '.join(str(why).split())}")
        return
    names = _Numbered()
    for number, triple in enumerate(graph.found, start=1):
        yield f"triple {number}", _triple(triple, names.__getitem__)


class _Numbered(dict[str, str]):
    """Names of blank nodes by their order, where the library gives random ones."""

    def __missing__(self, key: str) -> str:
        self[key] = name = f"b{len(self) + 1}"
        return name


def _unread(path: Path, line: int, expected: str) -> BadRecord:
    return BadRecord(
        path.name, f"line {line}", "", expected, "correct the file; nothing of it was read"
    )


def _triple(triple: tuple[Any, Any, Any], blank: Callable[[str], str] = str) -> Triple:
    from rdflib.term import BNode, Literal

    def node(term: Any) -> str:
        return f"_:{blank(str(term))}" if isinstance(term, BNode) else str(term)

    subject, predicate, value = triple
    return (
        node(subject),
        node(predicate),
        _value(value) if isinstance(value, Literal) else node(value),
    )


def _value(literal: Any) -> Value:
    text, kind = str(literal), str(literal.datatype or "")
    if kind == f"{XSD}dateTime":
        text = _MIDNIGHT.sub("", text)
    elif kind and not kind.startswith(XSD) and _NUMBER.fullmatch(text):
        text = f"{text} {words(local_name(kind))}"
    return Value(text, (literal.language or "").lower())
