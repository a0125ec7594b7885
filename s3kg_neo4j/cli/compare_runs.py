"""``s3kg compare-runs``: did a model, or a way to prompt it, get worse."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows


@app.command(name="compare-runs", epilog="Example: s3kg compare-runs runs/monday runs/tuesday")
def compare_runs(
    before: Annotated[Path, typer.Argument(metavar="A", help="Run folder, before.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Run folder, after.")],
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Compare the means of two runs over the same questions; leave with 1 where one surely fell.

    Answers are paired, questions resampled (95 %). GoldSim and CUS decide, CtxSim is shown.
    """
    from s3kg_neo4j.report.deltas import compare_runs as deltas  # noqa: PLC0415
    from s3kg_neo4j.runs import RUN, SCORES, read_rows, read_run  # noqa: PLC0415

    settings = [read_run(folder / RUN)["effective"] for folder in (before, after)]
    for name in ("measure", "encoder"):
        values = [one.get(name) for one in settings]
        if values[0] != values[1]:
            note(f"the runs differ in {name}: what changed may be the measure, not the answers")
    found = deltas(read_rows(before, SCORES), read_rows(after, SCORES))
    print_rows([delta.as_row() for delta in found], format, f"{before} to {after}")
    raise typer.Exit(1 if any(delta.dropped for delta in found) else 0)
