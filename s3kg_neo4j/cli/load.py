"""``s3kg load``: store a file's graphs without scoring them."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli import app, options
from s3kg_neo4j.cli.connection import open_database
from s3kg_neo4j.cli.options import dataset_name
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.opposites import chosen_opposites
from s3kg_neo4j.settings import load_settings


@app.command(epilog="Example: s3kg load answers.jsonl --dataset monday")
def load(
    file: Annotated[Path, typer.Argument(help="Questions with triplets.")],
    loader: Annotated[
        str | None, typer.Option(help="Source format; found out where not given.")
    ] = None,
    dataset: Annotated[
        str | None, typer.Option(help="Name in the database; the file's stem where not given.")
    ] = None,
    no_lemmas: options.NoLemmasOption = False,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave with 2 if any record is bad.")
    ] = False,
) -> None:
    """Store FILE's graphs in the database; what is stored already is left alone."""
    import loaders  # noqa: PLC0415
    from s3kg_neo4j import store  # noqa: PLC0415
    from s3kg_neo4j.pipeline import BATCH, Tally, read_questions  # noqa: PLC0415
    from s3kg_neo4j.progress import Progress  # noqa: PLC0415
    from s3kg_neo4j.subgraphs import question_graphs  # noqa: PLC0415

    tally = Tally()
    name = dataset_name(file, dataset)
    known = chosen_opposites(load_settings(), opposites, wordnet)
    measure = Measure(lemmas=not no_lemmas, opposites=known)
    records = loaders.load(file, loader)
    with open_database() as database, Progress("questions") as progress:
        store.create_schema(database)
        questions = read_questions(records, tally, lambda bad: note(f"skipped: {bad}"))
        graphs = (question_graphs(name, q, measure) for q in questions)
        while batch := list(islice(graphs, BATCH)):
            store.store_questions(database, batch)
            progress.advance(len(batch))
    if not tally.questions:
        raise InputError(f"{file}: nothing usable: {len(tally.bad)} bad records")
    note(
        f"{tally.questions} questions and {tally.answers} answers stored, "
        f"{len(tally.bad)} bad records skipped, {len(tally.rejected)} triplets rejected"
    )
    raise typer.Exit(2 if strict and (tally.bad or tally.rejected) else 0)
