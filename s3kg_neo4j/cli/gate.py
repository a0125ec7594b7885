"""``s3kg gate``: claims against a reference, with the facts that prove the verdict."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.calling import BudgetOption, PriceOption
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.extract import ExtractionModelOption, ExtractorOption
from s3kg_neo4j.cli.leading import Judge
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows
from s3kg_neo4j.cli.reference import ReferenceLoaderOption
from s3kg_neo4j.errors import UsageError


class Own(StrEnum):
    """A question's own graph that can be the reference of its answers."""

    GOLD = "gold"
    CONTEXT = "context"


@app.command(epilog="Example: s3kg gate claims.csv --reference ai --fail-on contradicted,outdated")
def gate(
    file: Annotated[Path, typer.Argument(help="Claims, texts or questions (docs/gate.md).")],
    reference: Annotated[
        str | None, typer.Option(help="Name of a stored reference.", show_default=False)
    ] = None,
    own: Annotated[
        Own | None,
        typer.Option(help="FILE has questions: check each answer against its own graph."),
    ] = None,
    functional: Annotated[
        str, typer.Option(help="With --own: relations with one object at a time, between commas.")
    ] = "",
    from_text: Annotated[
        bool, typer.Option("--from-text", help="FILE has texts: extract their claims first.")
    ] = False,
    extractor: ExtractorOption = "spacy",
    extraction_model: ExtractionModelOption = None,
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
    leads: Annotated[
        str, typer.Option(help="Stored documents to find passages in for UNGROUNDED claims.")
    ] = "",
    passages: Annotated[int, typer.Option(help="Passages for each such claim.", min=1)] = 3,
    judge_by: Annotated[
        Judge, typer.Option("--judge", help="Who says which way passages lean; never a verdict.")
    ] = Judge.NONE,
    judge_model: Annotated[
        str | None,
        typer.Option(help="Its model: an NLI model's folder, or a language model's name."),
    ] = None,
    budget: BudgetOption = None,
    price: PriceOption = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with 2 if any record is bad.")
    ] = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Say of each claim of FILE what the reference says of it. No model decides a verdict."""
    from s3kg_neo4j.cli import gating  # noqa: PLC0415  slow to import
    from s3kg_neo4j.cli.leading import LeadOptions, with_leads  # noqa: PLC0415
    from s3kg_neo4j.gate.documents import judge_documents  # noqa: PLC0415
    from s3kg_neo4j.gate.rows import document_row  # noqa: PLC0415
    from s3kg_neo4j.gate.verdicts import judge  # noqa: PLC0415

    if (reference is None) == (own is None):
        raise UsageError("--reference or --own: expected one of them, see docs/gate.md")
    if own is not None and (from_text or loader or suggest):
        raise UsageError("--own: expected questions; leave out --from-text, --loader, --suggest")
    if own is None and functional:
        raise UsageError("--functional: a stored reference says itself what is; leave it out")
    unwanted = gating.parse_verdicts(fail_on)
    wanted = LeadOptions(leads, passages, judge_by, judge_model, price, budget)
    wanted.check(documents=documents, extracting=from_text and extractor == "llm")
    bad = gating.Bad(file)
    with open_database() as database:
        if own is not None:
            judged = gating.judge_own(database, bad, own, functional.split(","), as_of)
        elif reference is not None:
            claims = (
                gating.claims_from_text(
                    bad, gating.ChosenExtractor(extractor, extraction_model, price, budget)
                )
                if from_text
                else gating.read_claims(bad, loader)
            )
            judged = judge(database, reference, claims, as_of)
            gating.note_suggestions(database, reference, judged, suggest)
        scored = judge_documents(database, judged)
        rows = [document_row(o) for o in scored] if documents else gating.claim_rows(judged)
        if format is Format.TABLE:  # one an unresolved name: too many for a cell
            rows = [{k: v for k, v in row.items() if k != "distances"} for row in rows]
        if leads:
            rows = with_leads(database, judged, rows, wanted)
    print_rows(rows, format)
    for one in scored:
        note(
            f"document {one.document or '-'}: score {one.score:.4f}, grounding {one.grounding:.4f}"
        )
    failed = any(one.verdict in unwanted for one in judged) or any(
        one.score < min_score for one in scored
    )
    raise typer.Exit(2 if strict and bad.count else 1 if failed else 0)
