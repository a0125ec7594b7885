"""Lines of a text file, one at a time; what cannot be read is named."""

from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord

MOST_BYTES = 64 << 20
"""Of one record; a longer one is skipped, so that memory stays bounded."""

BOM = b"\xef\xbb\xbf"
OTHER_ENCODINGS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def open_bytes(path: Path) -> BufferedReader:
    """Open a file for reading.

    Raises:
        InputError: It cannot be opened.
    """
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; check the path") from None


def other_encoding(start: bytes) -> str | None:
    """What the first bytes say that a file is encoded in, if it is not UTF-8."""
    for mark, name in OTHER_ENCODINGS:
        if start.startswith(mark):
            return name
    without_mark = start[:1] == b"\x00" or start[1:2] == b"\x00"
    return "UTF-16" if without_mark else None


def wrong_encoding(path: Path, name: str) -> BadRecord:
    """The one record that a file in another encoding makes."""
    return BadRecord(
        path.name, "line 1", "", f"expected UTF-8, the file is {name}", "save it as UTF-8"
    )


def read_lines(path: Path, *, keep_blank: bool = False) -> Iterator[tuple[int, str] | BadRecord]:
    """Lines of a text file with their numbers, without their ends.

    Args:
        path: The file.
        keep_blank: Yield blank lines too.

    Raises:
        InputError: The file cannot be opened.
    """
    number, empty = 0, True
    with open_bytes(path) as stream:
        while raw := stream.readline(MOST_BYTES + 1):
            number += 1
            if number == 1 and (name := other_encoding(raw)):
                yield wrong_encoding(path, name)
                return
            if len(raw) > MOST_BYTES:
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(MOST_BYTES)
                empty = False
                yield _too_long(path, number)
                continue
            mark = len(BOM) if number == 1 and raw.startswith(BOM) else 0
            blank = not raw[mark:].strip()
            if blank and not keep_blank:
                continue
            empty = empty and blank
            try:
                yield number, raw[mark:].decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                yield BadRecord(
                    path.name,
                    f"line {number}",
                    "",
                    f"expected UTF-8, byte {error.start + mark + 1} of the line is "
                    f"0x{error.object[error.start]:02X}",
                    "save the file as UTF-8",
                )
    if empty:
        yield BadRecord(
            path.name, "line 1", "", "expected records, the file is empty", "check the file"
        )


def _too_long(path: Path, number: int) -> BadRecord:
    return BadRecord(
        path.name,
        f"line {number}",
        "",
        f"expected at most {MOST_BYTES >> 20} MB in a line, found more",
        "split this record",
    )
