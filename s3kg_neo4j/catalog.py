"""The catalog of queries: one statement a file under ``cypher/``, each with a checked header.

A file starts with one line that says what the query answers, then declares mode, parameters
and columns::

    // Gold and answer triplets that share both entities but not the relation.
    //
    // mode:    read
    // param:   gid   STRING  answer graph
    // column:  gold  STRING  gold triplet

Both directions are checked: an undeclared parameter or column is an error, and so is one that
is declared and not used.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from s3kg_neo4j.errors import S3KGError

Mode = Literal["read", "write", "schema"]
Needs = Literal["search", "gds"]

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_STRING = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
_FIELD = re.compile(r"//\s*(\w+):\s*(.*\S)\s*$")
_TYPE = re.compile(r"(\w+)\s+((?:LIST<[^ ]+>|[A-Z]+))\s+(.*\S)\s*$")


class CatalogError(S3KGError):
    """A query file breaks the catalog's rules, or a query is unknown."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter or a column as its header declares it."""

    name: str
    type: str
    meaning: str
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """One statement with what its header says of it.

    Attributes:
        name: Folder and file without suffix, as ``audit/worst_questions``.
        summary: What it answers, one sentence.
        mode: ``read``, ``write`` or ``schema``.
        parameters: Declared parameters; all are used.
        columns: Declared columns, in the order of RETURN.
        needs: Features of the server that it cannot do without.
        text: The file's text, comments included.
    """

    name: str
    summary: str
    mode: Mode
    parameters: tuple[Declared, ...]
    columns: tuple[Declared, ...]
    needs: tuple[Needs, ...]
    text: str


def parse_query(name: str, text: str) -> Query:
    """Parse and check one query file.

    Raises:
        CatalogError: Names the query and what its header and text disagree on.
    """
    lines = text.splitlines()
    header = [line for line in lines if line.startswith("//")]
    if not header or not lines[0].startswith("// ") or not lines[0].endswith((".", "?")):
        raise CatalogError(f"{name}: the first line must be a comment, one whole sentence")
    fields = [match.groups() for line in header[1:] if (match := _FIELD.match(line))]
    unknown = {key for key, _ in fields} - {"mode", "param", "column", "needs"}
    if unknown:
        raise CatalogError(f"{name}: unknown header field {min(unknown)!r}")
    mode = next((value for key, value in fields if key == "mode"), "")
    if mode not in get_args(Mode):
        raise CatalogError(f"{name}: mode must be one of {', '.join(get_args(Mode))}")
    needs = tuple(value for key, value in fields if key == "needs")
    if not set(needs) <= set(get_args(Needs)):
        raise CatalogError(f"{name}: needs must be one of {', '.join(get_args(Needs))}")
    query = Query(
        name=name,
        summary=lines[0].removeprefix("// "),
        mode=mode,  # type: ignore[arg-type]
        parameters=tuple(_declared(name, value) for key, value in fields if key == "param"),
        columns=tuple(_declared(name, value) for key, value in fields if key == "column"),
        needs=needs,  # type: ignore[arg-type]
        text=text,
    )
    _check_parameters(query)
    _check_columns(query)
    return query


def _declared(name: str, value: str) -> Declared:
    match = _TYPE.match(value)
    if match is None:
        raise CatalogError(f"{name}: {value!r}: expected a name, a TYPE and what it means")
    meaning, _, default = match[3].partition(" = ")
    return Declared(match[1], match[2], meaning, default or None)


def _body(query: Query) -> str:
    return _STRING.sub("''", _COMMENT.sub("", query.text))


def _check_parameters(query: Query) -> None:
    used = set(_PARAMETER.findall(_body(query)))
    declared = {parameter.name for parameter in query.parameters}
    if used != declared:
        wrong = ", ".join(sorted(used ^ declared))
        raise CatalogError(f"{query.name}: declared and used parameters differ: {wrong}")


def _check_columns(query: Query) -> None:
    returned = re.split(r"\bRETURN\b", _body(query))
    tail = returned[-1] if len(returned) > 1 and "}" not in returned[-1] else ""
    tail = re.split(r"\b(?:ORDER BY|LIMIT|SKIP)\b", tail)[0]
    # A comma inside brackets separates arguments, not columns.
    while (flat := re.sub(r"[(\[{][^()\[\]{}]*[)\]}]", "", tail)) != tail:
        tail = flat
    names = [part.split()[-1] for part in tail.split(",") if part.strip()]
    declared = [column.name for column in query.columns]
    if names != declared:
        raise CatalogError(f"{query.name}: returns {names}, declares {declared}")
    if query.mode == "read" and declared and "ORDER BY" not in _body(query).split("RETURN")[-1]:
        raise CatalogError(f"{query.name}: a read must end in a total ORDER BY")


def folder() -> Path:
    """Where the query files lie: inside the wheel, or beside the package in a checkout."""
    package = Path(__file__).parent
    inside = package / "cypher"
    return inside if inside.is_dir() else package.parent / "cypher"


@cache
def catalog() -> Mapping[str, Query]:
    """Every query by name, sorted.

    Raises:
        CatalogError: A file breaks the rules.
    """
    root = folder()
    return {
        name: parse_query(name, path.read_text(encoding="utf-8"))
        for path in sorted(root.rglob("*.cypher"))
        for name in [path.relative_to(root).with_suffix("").as_posix()]
    }


def find_query(name: str) -> Query:
    """The query of that name.

    Raises:
        CatalogError: There is none.
    """
    try:
        return catalog()[name]
    except KeyError:
        raise CatalogError(f"no query {name!r}; docs/queries.md lists them all") from None
