"""``s3kg diff``: one question's graphs side by side."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.options import DatasetOption, PresetOption, standard
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows
from s3kg_neo4j.measure import Preset


@app.command(epilog="Example: s3kg diff q7 --dataset answers --model m1")
def diff(
    qid: Annotated[str, typer.Argument(help="Id of the question.")],
    dataset: DatasetOption = None,
    model: Annotated[str | None, typer.Option(help="Only this model's answers.")] = None,
    preset: PresetOption = Preset.PAPER,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what carries each score, by the preset.")
    ] = False,
    text: Annotated[
        bool, typer.Option("--text", help="Show what the texts say where triplets come from.")
    ] = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Show how each answer's triplets compare with gold, and what the context says."""
    from s3kg_neo4j.audit import diff_question, find_dataset  # noqa: PLC0415
    from s3kg_neo4j.report.errors import arrow  # noqa: PLC0415

    with open_database() as database:
        name = find_dataset(database, qid, dataset)
        rows = diff_question(database, name, qid, preset, model)
        context = database.run("browse/context_triplets", dataset=name, qid=qid)
    if format is not Format.TABLE:
        print_rows(rows, format)
        return
    for graph in dict.fromkeys(row["graph"] for row in rows):
        own = [row for row in rows if row["graph"] == graph]
        score = own[0]["score"]
        print_rows(
            [
                {
                    "answer": arrow(row["answer"]),
                    "": SIGNS.get(row["category"], "!="),
                    "gold": arrow(row["gold"]),
                    "class": row["category"] + (f" ({row['detail']})" if row["detail"] else ""),
                    "context says": row["in_context"] or "-",
                }
                | ({"said": row["said"], "gold said": row["gold_said"]} if text else {})
                for row in own
            ],
            format,
            f"{graph}   GoldSim {'-' if score is None else f'{score:.4f}'}",
        )
        if explain:
            _explain(own, preset)
    for graph in dict.fromkeys(row["graph"] for row in context):
        own = [{"context": arrow(row["triplet"])} for row in context if row["graph"] == graph]
        if any(row["graph"].startswith(graph.rsplit("/", 1)[0]) for row in rows):
            print_rows(own, format, graph)


SIGNS = {"aligned": "==", "extra": "+", "missing": "-"}


def _explain(rows: Sequence[Mapping[str, Any]], preset: Preset) -> None:
    """Take the score of one answer's rows apart, in memory, with the default encoder."""
    from s3kg_neo4j.cli.compare import print_explanation  # noqa: PLC0415
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415  slow to import
    from s3kg_neo4j.explanation import explain_sources  # noqa: PLC0415
    from s3kg_neo4j.model import Source, Triplet  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    answer, gold = (
        Source("", tuple(Triplet(*row[side]) for row in rows if row[side]))
        for side in ("answer", "gold")
    )
    measure = standard(preset)
    found = explain_sources(answer, gold, load_embedder(load_settings()), measure)
    print_explanation(found, measure.direction)
