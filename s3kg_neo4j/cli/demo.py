"""``s3kg demo``: the main job on the bundled sample."""

from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, echo, note


@app.command(epilog="Example: s3kg demo")
def demo(
    out: Annotated[Path, typer.Option(help="Run folder.")] = Path("runs/sample"),
) -> None:
    """Score the bundled sample and show what is wrong with the worst answer."""
    from s3kg_neo4j.cli.browse import address, password_note  # noqa: PLC0415
    from s3kg_neo4j.cli.diff import diff  # noqa: PLC0415
    from s3kg_neo4j.cli.scoring import Request, score_file  # noqa: PLC0415  slow to import
    from s3kg_neo4j.measure import Measure  # noqa: PLC0415
    from s3kg_neo4j.report.errors import worst_answer  # noqa: PLC0415
    from s3kg_neo4j.runs import SCORES, discard_run, read_rows  # noqa: PLC0415
    from s3kg_neo4j.sample import sample_file  # noqa: PLC0415

    discard_run(out, str(sample_file()))
    code = score_file(
        Request(
            file=sample_file(),
            loader=None,
            dataset="sample",
            out=out,
            resume=True,
            strict=False,
            engine="neo4j",
            aligner=None,
            measure=Measure(),
            encoder=None,
            precision="float32",
            keep_colours=False,
        ),
        Format.TABLE,
    )
    worst = worst_answer(read_rows(out, SCORES))
    if worst is not None:
        note(f"\nThe worst question, {worst['id']}, as a diff:")
        diff(worst["id"], dataset="sample", model=worst["model"])
        note("The same in Neo4j Browser (press the run button):")
        echo(address(worst["gid"]))
        password_note()
    raise typer.Exit(code)
