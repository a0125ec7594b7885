"""``s3kg gate``: claims against a reference, with the facts that prove the verdict."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.cli.reference import ReferenceLoaderOption
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord


@app.command(epilog="Example: s3kg gate claims.csv --reference ai --fail-on contradicted,outdated")
def gate(
    file: Annotated[Path, typer.Argument(help="Claims (docs/gate.md).")],
    reference: Annotated[str, typer.Option(help="Name of a stored reference.")],
    loader: ReferenceLoaderOption = None,
    as_of: Annotated[
        str, typer.Option(help="Day for claims without a period; today where not given.")
    ] = "",
    fail_on: Annotated[
        str, typer.Option(help="Verdicts that make it leave with 1, between commas.")
    ] = "",
    min_score: Annotated[
        float, typer.Option(help="Leave with 1 where a document scores less.", min=0, max=1)
    ] = 0.0,
    documents: Annotated[
        bool, typer.Option("--documents", help="Print documents instead of claims.")
    ] = False,
    suggest: Annotated[
        int, typer.Option(help="Entities to suggest for each unresolved name.", min=0)
    ] = 0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with 2 if any record is bad.")
    ] = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Say of each claim of FILE what the reference says of it. No model decides a verdict."""
    from loaders.references import load_claims  # noqa: PLC0415
    from s3kg_neo4j.cli.gating import (  # noqa: PLC0415
        claim_row,
        document_row,
        parse_verdicts,
        suggestions,
    )
    from s3kg_neo4j.gate.documents import judge_documents  # noqa: PLC0415
    from s3kg_neo4j.gate.verdicts import judge  # noqa: PLC0415

    unwanted = parse_verdicts(fail_on)
    records = list(load_claims(file, loader))
    bad = [record for record in records if isinstance(record, BadRecord)]
    for record in bad:
        note(f"skipped: {record}")
    claims = [record for record in records if not isinstance(record, BadRecord)]
    if not claims:
        raise InputError(f"{file}: nothing usable: {len(bad)} bad records; see docs/gate.md")
    with open_database() as database:
        judged = judge(database, reference, claims, as_of)
        scored = judge_documents(database, judged)
        meant = suggestions(database, reference, judged, suggest)
    rows = [document_row(o) for o in scored] if documents else [claim_row(o) for o in judged]
    print_rows(rows, format)
    for mention, candidates in meant.items():
        note(f"{mention!r} may be {', '.join(map(str, candidates)) or 'nothing there'}")
    for one in scored:
        note(
            f"document {one.document or '-'}: score {one.score:.4f}, grounding {one.grounding:.4f}"
        )
    failed = any(one.verdict in unwanted for one in judged) or any(
        one.score < min_score for one in scored
    )
    raise typer.Exit(2 if strict and bad else 1 if failed else 0)
