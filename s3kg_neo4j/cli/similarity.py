"""``s3kg bench similarity``: measures of similarity side by side on labelled pairs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from s3kg_neo4j.cli import options
from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, markdown, note, print_rows
from s3kg_neo4j.errors import InputError, PrerequisiteError, UsageError
from s3kg_neo4j.settings import load_settings

if TYPE_CHECKING:
    from s3kg_neo4j.bench.similarity.pairs import PairSet
    from s3kg_neo4j.bench.similarity.runner import Result

MethodOption = Annotated[
    list[str] | None,
    typer.Option("--method", help="A method (`s3kg bench methods`); repeatable, or all."),
]


@bench_app.command(
    epilog="Example: s3kg bench similarity data/mrpc.jsonl --method paper --method rouge-1"
)
def similarity(
    files: Annotated[
        list[Path], typer.Argument(help="Files of id, text_1, text_2, kg_1, kg_2, label.")
    ],
    method: MethodOption = None,
    encoder: options.EncoderOption = None,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    project_list: options.ListedOption = True,
    model: Annotated[
        list[str] | None,
        typer.Option(help="METHOD=MODEL: another model for a method, by name or folder."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option(help="Also write a page with curves and the wrong pairs.")
    ] = None,
    document: Annotated[
        Path | None, typer.Option(help="Also write all tables as Markdown.")
    ] = None,
    published: Annotated[
        Path | None, typer.Option(help="CSV of dataset,method,f1,auroc for the document.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not read kept scores.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with 2 if a record cannot be read.")
    ] = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Score labelled pairs by every method: F1, AUROC, intervals, tests, a held-out half."""
    from s3kg_neo4j.bench.similarity import runner  # noqa: PLC0415  slow to import
    from s3kg_neo4j.bench.similarity.methods import find_methods  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.workbench import Workbench  # noqa: PLC0415

    methods = find_methods(method or ())
    sets = _read(files, strict=strict)
    settings = load_settings()
    known = options.benched(settings, opposites, wordnet, project_list)
    workbench = Workbench(settings, encoder, open_database, _models(model or ()), known)
    results: list[runner.Result] = []
    said = _Once()
    try:
        for pairs in sets:
            results += runner.run_set(pairs, methods, workbench, fresh=fresh, on_skip=said)
    finally:
        workbench.close()
    if all(result.run is None for result in results):
        raise PrerequisiteError(f"no method could be computed; the first: {results[0].skipped}")
    if page is not None:
        from s3kg_neo4j.bench.similarity.page import write_page  # noqa: PLC0415

        write_page(page, results)
        note(f"page: {page}")
    if document is not None:
        _write_document(document, results, published, workbench.embedder.identity)
    found = list(runner.rows(results))
    if format in (Format.TABLE, Format.MD):
        print_rows([runner.shown(row) for row in found if row["f1"] is not None], format)
        means = runner.means(results)
        if means:
            print_rows(means, format, "Means over the sets")
        return
    print_rows(found, format)


def _write_document(
    path: Path, results: "list[Result]", published: Path | None, encoder: str
) -> None:
    import sys  # noqa: PLC0415

    from s3kg_neo4j.bench.published import read_table  # noqa: PLC0415
    from s3kg_neo4j.bench.similarity.document import document as text_of  # noqa: PLC0415

    columns = ("dataset", "method", "f1", "auroc")
    rows = [] if published is None else read_table(published, columns)
    # A file's folder is the reader's own.
    words = [Path(word).name if "/" in word else word for word in sys.argv[1:]]
    text = text_of(
        results,
        rows,
        command=" ".join(["s3kg", *words]),
        encoder=encoder,
        table=markdown,
    )
    path.write_text(text, encoding="utf-8")
    note(f"document: {path}")


class _Once:
    """Says each thing once: what keeps a method from one set keeps it from all."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def __call__(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            note(text)


def _read(files: Sequence[Path], *, strict: bool) -> "list[PairSet]":
    from s3kg_neo4j.bench.similarity.pairs import read_set  # noqa: PLC0415

    sets = []
    for file in files:
        try:
            sets.append(read_set(file))
        except InputError as error:
            if strict or len(files) == 1:
                raise
            note(f"skipped: {error}")
    for bad in (bad for pairs in sets for bad in pairs.bad):
        note(f"skipped: {bad}")
    if not sets or (strict and any(pairs.bad for pairs in sets)):
        raise InputError("records could not be read (above); correct them, or leave --strict out")
    return sets


def _models(given: Sequence[str]) -> dict[str, str]:
    named = [one.partition("=") for one in given]
    for method, sign, name in named:
        if not (method and sign and name):
            raise UsageError(f"--model: expected METHOD=MODEL, got {method + sign + name!r}")
    return {method: name for method, _, name in named}


@bench_app.command(epilog="Example: s3kg bench methods --format md")
def methods(
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """List the methods of `s3kg bench similarity` with their sources and licences."""
    from s3kg_neo4j.bench.similarity.methods import known_methods  # noqa: PLC0415

    print_rows(
        [
            {
                "method": one.name,
                "kind": one.kind,
                "computes": one.title,
                "source": one.citation,
                "licence": one.licence,
                "needs": ", ".join(one.packages) or "-",
                "by default": not one.heavy,
            }
            for one in known_methods().values()
        ],
        format,
    )
