"""``s3kg bench gate``: verdicts on data whose truth is known, and how fast they come."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows


@bench_app.command(epilog="Example: s3kg bench gate factbench_parallel.jsonl --facts 10000")
def gate(
    file: Annotated[Path | None, typer.Argument(help="FactBench facts with corruptions.")] = None,
    facts: Annotated[
        list[int] | None, typer.Option(help="Generated facts to time against; repeatable.")
    ] = None,
    claims: Annotated[int, typer.Option(help="Generated claims.", min=1)] = 10_000,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Judge FactBench's facts and corruptions, and time generated claims."""
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
