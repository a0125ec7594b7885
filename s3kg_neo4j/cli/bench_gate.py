"""``s3kg bench gate``: verdicts on data whose truth is known, and how fast they come."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows

if TYPE_CHECKING:
    from s3kg_neo4j.bench.gate_texts import Confusion


@bench_app.command(epilog="Example: s3kg bench gate factbench_parallel.jsonl --facts 10000")
def gate(
    file: Annotated[Path | None, typer.Argument(help="FactBench facts with corruptions.")] = None,
    facts: Annotated[
        list[int] | None, typer.Option(help="Generated facts to time against; repeatable.")
    ] = None,
    claims: Annotated[int, typer.Option(help="Generated claims.", min=1)] = 10_000,
    graphjudge: Annotated[
        Path | None, typer.Option(help="GraphJudge's folder: its ledger against its prose.")
    ] = None,
    refchecker: Annotated[
        Path | None, typer.Option(help="RefChecker's folder: answers against their contexts.")
    ] = None,
    extractor: Annotated[
        str, typer.Option(help="Offline extractor of the texts: its name or its file.")
    ] = "spacy",
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Judge claims whose truth is known, from triplets and from texts, and time generated ones."""
    from s3kg_neo4j.bench import gate_texts  # noqa: PLC0415
    from s3kg_neo4j.bench.extractor import text_extractor  # noqa: PLC0415
    from s3kg_neo4j.bench.gate import factbench, rate  # noqa: PLC0415
    from s3kg_neo4j.gate.model import Verdict  # noqa: PLC0415

    with open_database() as database:
        if file is not None:
            found = factbench(file, database)
            rows = [
                {"claims": kind} | {str(v): counts[v] for v in Verdict}
                for kind, counts in found.verdicts.items()
            ]
            print_rows(rows, format, "FactBench")
            note(
                f"{len(found.inside)} wrong dates lie inside the true period and are left out: "
                + ", ".join(found.inside)
            )
        if facts:
            print_rows([rate(database, count, claims) for count in facts], format, "Rate")
        if graphjudge is not None:
            made = text_extractor(extractor)
            confusion = gate_texts.graphjudge(graphjudge, database, made)
            print_rows(confusion_rows(confusion), format, f"GraphJudge's prose ({made.name})")
        if refchecker is not None:
            made = text_extractor(extractor)
            by_model = gate_texts.refchecker(refchecker, database, made)
            labelled = [
                {"model": model} | row
                for model, confusion in by_model.items()
                for row in confusion_rows(confusion)
            ]
            print_rows(labelled, format, f"RefChecker ({made.name} of the contexts)")


def confusion_rows(confusion: "Confusion") -> list[dict[str, Any]]:
    """What is true in rows, what the gate says in columns."""
    from s3kg_neo4j.bench.gate_texts import columns  # noqa: PLC0415

    return [
        {"truth": truth} | {said: counts[said] for said in columns(confusion)}
        for truth, counts in sorted(confusion.items())
    ]
