"""CSV or TSV of triplets: whole questions where the table has the columns, else one graph.

Columns: head (or subject), relation (or predicate), tail (or object); optional question (or
id), role (gold, llm or context), model, temperature, repeat. Rows of a question stand together.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from loaders import Metadata, Record
from loaders.lines import Number
from loaders.records import FieldError, Seen, temperature_of, wrong
from loaders.triplets import PARTS, column, parse_triplet, table_rows
from s3kg_neo4j.model import Answer, BadRecord, Question, RejectedTriplet, Source, Triplet

METADATA = Metadata(
    name="triplet_table",
    title="CSV or TSV of triplets",
    licence="the user's own",
    revision="1",
    homepage="docs/loaders.md",
    yields="questions",
)

MODEL = "answer"
"""Name of the model where the table has no such column."""

Row = tuple[str, dict[str, str]]
Graph = tuple[str, str, float | None, int]


def load(path: Path) -> Iterator[Record]:
    """Questions of a table, one at a time."""
    seen = Seen()
    rows = _checked(path)
    for (bad, question), group in groupby(rows, key=lambda row: _group(row, path)):
        if bad:
            for item in group:
                assert isinstance(item, BadRecord)  # noqa: S101  grouped by this
                yield item
            continue
        own = [row for row in group if not isinstance(row, BadRecord)]
        try:
            seen.add(question)
            yield _question(question, own)
        except FieldError as error:
            yield error.at(path.name, own[0][0])


def _checked(path: Path) -> Iterator[Row | BadRecord]:
    checked = False
    for item in table_rows(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        if not checked:
            missing = [part for part in PARTS if column(item[1], part) is None]
            if missing:
                yield BadRecord(
                    path.name,
                    "row 1",
                    missing[0],
                    f"expected columns {', '.join(PARTS)}, found {', '.join(item[1])}",
                    "correct the header",
                )
                return
            checked = True
        yield item


def _group(row: Row | BadRecord, path: Path) -> tuple[bool, str]:
    if isinstance(row, BadRecord):
        return True, ""
    cells = row[1]
    name = cells.get("question", cells.get("id", "")) if _has_roles(cells) else ""
    return False, name or path.stem


def _has_roles(cells: Mapping[str, str]) -> bool:
    """Without roles an id column numbers rows, it does not name questions."""
    return "role" in cells or "question" in cells


def _question(name: str, rows: list[Row]) -> Question:
    graphs: dict[Graph, tuple[list[Triplet], list[RejectedTriplet]]] = {}
    for place, cells in rows:
        good, bad = graphs.setdefault(_graph(cells), ([], []))
        parsed = parse_triplet([column(cells, part) for part in PARTS])
        if isinstance(parsed, Triplet):
            good.append(parsed)
        else:
            bad.append(RejectedTriplet(len(good) + len(bad), f"{place}: {parsed}"))
    sources = {key: Source("", tuple(good), tuple(bad)) for key, (good, bad) in graphs.items()}
    return Question(
        id=name,
        gold=next((s for (role, *_), s in sources.items() if role == "gold"), None),
        context=next((s for (role, *_), s in sources.items() if role == "context"), None),
        answers=tuple(
            Answer(model=model, source=source, temperature=temperature, repeat=repeat)
            for (role, model, temperature, repeat), source in sources.items()
            if role == "llm"
        ),
    )


def _graph(cells: Mapping[str, str]) -> Graph:
    role = cells.get("role", "llm").strip().casefold()
    if role not in ("gold", "llm", "context"):
        wrong("role", "gold, llm or context", role)
    if role != "llm":
        return role, "", None, 0
    temperature = cells.get("temperature", "").strip()
    repeat = cells.get("repeat", "").strip() or "0"
    if not repeat.isdecimal():
        wrong("repeat", "a whole number", repeat)
    try:
        value = temperature_of(
            {"temperature": Number(temperature) if temperature else None}, "temperature"
        )
    except ValueError:
        wrong("temperature", "a number of 0 or more", temperature)
    return role, cells.get("model", "").strip() or MODEL, value, int(repeat)
