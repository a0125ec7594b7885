"""JSON records of a file, one at a time, from one object a line or from one long list."""

import codecs
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from loaders.lines import MOST_BYTES, open_bytes, other_encoding, read_lines, wrong_encoding
from s3kg_neo4j.model import BadRecord

SHOWN = 60
"""Characters of a wrong value that a message shows."""

CHUNK = 1 << 16

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = " \t\r\n"


class Number(str):
    """A JSON number as it was written: labels keep 1e5 and 0.50 as they are."""

    __slots__ = ()


def parse_json(text: str) -> Any:
    """Parse JSON; numbers stay as written.

    NaN, Infinity and a key given twice are refused. Half a surrogate pair, as it is left where
    an answer was cut inside an emoji, becomes U+FFFD, since no file or database takes it.

    Raises:
        ValueError: It is not JSON.
        RecursionError: It is nested too deeply.
    """
    value = _DECODER.decode(text)
    return _mended(value) if _SURROGATE_ESCAPE.search(text) else value


def reason(error: Exception) -> str:
    """Why JSON could not be parsed, on one line."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at character {error.colno}"
    return str(error)


def shown(value: object) -> str:
    """A wrong value as a message shows it, on one line and not at length."""
    if value is None:
        return "null"
    if isinstance(value, Number):
        return f"the number {value}"
    if isinstance(value, str):
        value = value[: SHOWN + 1]
    text = ""
    for part in json.JSONEncoder(ensure_ascii=False, default=str).iterencode(value):
        text += part[: SHOWN + 1]
        if len(text) > SHOWN:
            return text[:SHOWN] + "..."
    return text


def as_float(value: object) -> float | None:
    """A finite number, or None."""
    if not isinstance(value, Number):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def read_json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]] | BadRecord]:
    """JSON objects, one a line, with the name of the line.

    Raises:
        InputError: The file cannot be opened.
    """
    for item in read_lines(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place = f"line {item[0]}"
        try:
            record = parse_json(item[1])
        except (ValueError, RecursionError) as error:
            yield _bad(path, place, f"expected JSON, found none: {reason(error)}")
            continue
        if isinstance(record, dict):
            yield place, record
        else:
            yield _bad(path, place, f"expected an object, found {shown(record)}")


def read_json_array(path: Path) -> Iterator[tuple[str, Any] | BadRecord]:
    """Values of a JSON list that fills a file, one at a time, with their names.

    After text that is not JSON nothing can be told apart, so there it ends.

    Raises:
        InputError: The file cannot be opened.
    """
    number = 0
    with open_bytes(path) as stream:
        if name := other_encoding(stream.peek(4)):
            yield wrong_encoding(path, name)
            return
        window = _Window(iter(lambda: stream.read(CHUNK), b""))
        try:
            if window.peek() != "[":
                yield _bad(path, "line 1", "expected a list, found none")
                return
            window.skip()
            while window.peek() != "]":
                number += 1
                if number > 1:
                    _check_comma(window.peek())
                    window.skip()
                yield f"record {number}", window.value()
            window.skip()
            if window.peek():
                yield _bad(path, "the end", "expected nothing after the list, found text")
        except (ValueError, RecursionError) as error:
            yield _bad(
                path,
                f"record {max(number, 1)}",
                f"expected JSON, found none: {reason(error)}",
                "correct the file; what follows was not read",
            )


def read_json_object(path: Path) -> Iterator[tuple[str, Any] | BadRecord]:
    """Values of a JSON object that fills a file, one at a time, with their keys.

    After text that is not JSON nothing can be told apart, so there it ends.

    Raises:
        InputError: The file cannot be opened.
    """
    key = ""
    with open_bytes(path) as stream:
        if name := other_encoding(stream.peek(4)):
            yield wrong_encoding(path, name)
            return
        window = _Window(iter(lambda: stream.read(CHUNK), b""))
        try:
            if window.peek() != "{":
                yield _bad(path, "line 1", "expected an object, found none")
                return
            window.skip()
            while window.peek() != "}":
                if key:
                    _check_comma(window.peek())
                    window.skip()
                key = str(window.value())
                _check_colon(window.peek(), key)
                window.skip()
                yield key, window.value()
        except (ValueError, RecursionError) as error:
            yield _bad(
                path,
                f"record {shown(key)}",
                f"expected JSON, found none: {reason(error)}",
                "correct the file; what follows was not read",
            )


def _check_comma(mark: str) -> None:
    if mark != ",":
        raise ValueError(f"a comma or ] is missing before {mark or 'the end'}")


def _check_colon(mark: str, key: str) -> None:
    if mark != ":":
        raise ValueError(f"a colon is missing behind {shown(key)}")


class _Window:
    """The part of a text that is being read."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks = chunks
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._bytes = 0
        self._text = ""
        self._at = 0

    def peek(self) -> str:
        """The next character that is no white space, "" at the end; it stays."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._read_on():
                return ""

    def skip(self) -> None:
        """Pass over the character that was peeked at."""
        self._at += 1

    def value(self) -> Any:
        """The next value.

        Raises:
            ValueError: It is not JSON.
        """
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > MOST_BYTES or not self._read_on():
                    raise ValueError(f"{error.msg} in line {error.lineno} of it") from None
                continue
            if end < len(self._text) or not self._read_on():
                text = self._text[self._at : end]
                self._at = end
                return _mended(value) if _SURROGATE_ESCAPE.search(text) else value

    def _read_on(self) -> bool:
        """Read as much again, so that a long value is not parsed too often."""
        self._text, self._at = self._text[self._at :], 0
        wanted = len(self._text) + CHUNK
        parts = [self._text]
        size = len(self._text)
        for chunk in self._chunks:
            try:
                parts.append(self._decoder.decode(chunk))
            except UnicodeDecodeError as error:
                held = len(error.object) - len(chunk)
                byte = self._bytes - held + error.start + 1
                raise ValueError(f"byte {byte} of the file is not UTF-8") from None
            self._bytes += len(chunk)
            size += len(parts[-1])
            if size >= wanted:
                break
        grown = size > len(self._text)
        self._text = "".join(parts)
        return grown


def _bad(path: Path, place: str, expected: str, action: str = "correct or remove it") -> BadRecord:
    return BadRecord(path.name, place, "", expected, action)


def _mended(value: Any) -> Any:
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, Mapping):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {shown(twice)} stands twice in one object")
    return found


_DECODER = json.JSONDecoder(
    parse_float=Number, parse_int=Number, parse_constant=_refuse, object_pairs_hook=_object
)
