"""``s3kg report``: a page that shows a run."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import echo


@app.command(epilog="Example: s3kg report runs/answers")
def report(
    run: Annotated[
        Path | None, typer.Argument(help="Run folder; the latest in runs/ where not given.")
    ] = None,
) -> None:
    """Write report.html into a run folder again, and print its path."""
    from s3kg_neo4j.report.page import write_page  # noqa: PLC0415
    from s3kg_neo4j.runs import latest_run  # noqa: PLC0415

    echo(str(write_page(run or latest_run(Path("runs")))))
