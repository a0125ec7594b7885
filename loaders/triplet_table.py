"""CSV or TSV of triplets: the questions of its id column, or else one graph.

Columns: head (or subject), relation (or predicate), tail (or object); optional id, question, role
(gold, llm or context; llm where there is no such column), model, temperature, repeat. The rows of
one question stand together. A table with neither id nor question is one question of its own, named
after the file. Cells are text: 007, 1e5, None and NA stay as they are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from loaders import Metadata, Record
from loaders.json_text import Number
from loaders.records import FieldError, Seen, temperature_of, usable_id, whole_number, wrong
from loaders.tables import triplet_rows
from s3kg_neo4j.model import Answer, BadRecord, Question, RejectedTriplet, Source, Triplet
from s3kg_neo4j.text import is_blank

METADATA = Metadata(
    name="triplet_table",
    title="CSV or TSV of triplets",
    licence="the user's own",
    revision="1",
    homepage="docs/loaders.md",
    yields="questions",
)

MODEL = "answer"
"""Name of the model where the table names none."""

ROLES = ("gold", "llm", "context")

REMEMBERED = 256
"""Graphs that rows have named; neighbouring rows name the same."""


@dataclass(frozen=True, slots=True)
class _Graph:
    """Which graph of a question a row belongs to."""

    role: str
    model: str = ""
    temperature: float | None = None
    repeat: int = 0


@dataclass(slots=True)
class _Rows:
    """What has been read of a question."""

    id: str
    text: str
    refused: bool
    graphs: dict[_Graph, list[tuple[str, Triplet | str]]] = field(default_factory=dict)


def load(path: Path) -> Iterator[Record]:
    """Questions of a table, one at a time."""
    seen = Seen()
    rows: _Rows | None = None
    for item in triplet_rows(path):
        if isinstance(item, BadRecord):
            yield item
            continue
        place, cells, parsed = item
        try:
            name = _name(cells, path.stem)
            graph = _graph(cells)
            if rows is None or rows.id != name:
                if rows is not None and not rows.refused:
                    yield _question(rows)
                rows = _Rows(name, cells.get("question", ""), refused=True)
                _add(seen, name)
                rows.refused = False
        except FieldError as error:
            yield error.at(path.name, place)
            continue
        if not rows.refused:
            rows.graphs.setdefault(graph, []).append((place, parsed))
    if rows is not None and not rows.refused:
        yield _question(rows)


def _add(seen: Seen, name: str) -> None:
    try:
        seen.add(name)
    except FieldError as error:
        raise FieldError(
            "id", str(error), "put the rows of a question together; these were left out"
        ) from None


def _name(cells: Mapping[str, str], otherwise: str) -> str:
    column = "id" if "id" in cells else "question"
    name = cells.get(column, otherwise)
    if not name.isalnum() and is_blank(name):
        wrong(column, "text", name)
    return usable_id(name)


def _graph(cells: Mapping[str, str]) -> _Graph:
    return _parse_graph(
        cells.get("role", "llm"),
        cells.get("model", ""),
        cells.get("temperature", ""),
        cells.get("repeat", ""),
    )


@lru_cache(maxsize=REMEMBERED)
def _parse_graph(role: str, model: str, temperature: str, repeat: str) -> _Graph:
    if role.strip().casefold() not in ROLES:
        wrong("role", f"one of {', '.join(ROLES)}", role)
    if role.strip().casefold() != "llm":
        return _Graph(role.strip().casefold())
    return _Graph(
        "llm",
        MODEL if is_blank(model) else model.strip(),
        temperature_of(Number(temperature.strip()) if temperature.strip() else None, "temperature"),
        whole_number(Number(repeat.strip() or "0"), "repeat"),
    )


def _question(rows: _Rows) -> Question:
    sources = {graph: _source(entries) for graph, entries in rows.graphs.items()}
    return Question(
        id=rows.id,
        text=rows.text,
        gold=sources.get(_Graph("gold")),
        context=sources.get(_Graph("context")),
        answers=tuple(
            Answer(graph.model, source, graph.temperature, graph.repeat)
            for graph, source in sources.items()
            if graph.role == "llm"
        ),
    )


def _source(entries: list[tuple[str, Triplet | str]]) -> Source:
    return Source(
        "",
        tuple(parsed for _, parsed in entries if isinstance(parsed, Triplet)),
        tuple(
            RejectedTriplet(index, f"{place}: {parsed}")
            for index, (place, parsed) in enumerate(entries)
            if not isinstance(parsed, Triplet)
        ),
    )
