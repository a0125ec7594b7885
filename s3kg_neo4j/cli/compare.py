"""``s3kg compare``: two triplet files, no database, the arithmetic shown."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from s3kg_neo4j.cli import app, options
from s3kg_neo4j.cli.output import Format, FormatOption, echo, note, print_rows
from s3kg_neo4j.measure import Direction, Preset


@app.command(epilog="Example: s3kg compare answer.json gold.json --preset textbook --format json")
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="The answer's triplets.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="The reference's triplets.")],
    preset: options.PresetOption = Preset.PAPER,
    alpha: options.AlphaOption = None,
    tau: options.TauOption = 0.65,
    k: options.KOption = 5,
    one_to_one: options.OneToOneOption = False,
    no_lemmas: options.NoLemmasOption = False,
    no_filter: options.NoFilterOption = False,
    opposites: options.OppositesOption = None,
    wordnet: options.WordNetOption = None,
    direction: options.DirectionOption = Direction.ANSWER_FIRST,
    encoder: options.EncoderOption = None,
    precision: options.PrecisionOption = "float32",
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what carries the score, and what mending helps.")
    ] = False,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Compare two files of triplets (JSON list, JSON Lines, CSV or TSV): S3KG of A against B."""
    from loaders import read_triplets  # noqa: PLC0415
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415  slow to import
    from s3kg_neo4j.memory import compare_sources  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    measure = options.measure_from(
        preset, alpha, tau, k, one_to_one, no_lemmas, no_filter, direction, opposites, wordnet
    )
    sources = read_triplets(first), read_triplets(second)
    for path, source in zip((first, second), sources, strict=True):
        for entry in source.rejected:
            note(f"skipped: {path.name}: entry {entry.index}: {entry.reason}")
    embedder = load_embedder(load_settings(), encoder, precision)
    found = compare_sources(*sources, embedder, measure)
    if explain:
        from s3kg_neo4j.explanation import explain_sources  # noqa: PLC0415

        found["explanation"] = explain_sources(*sources, embedder, measure)
    if format is not Format.TABLE:
        print_rows([found], format) if format is not Format.JSON else _print_object(found)
        return
    _show(found)
    if explain:
        print_explanation(found["explanation"], measure.direction)


def _print_object(found: dict[str, Any]) -> None:
    import json  # noqa: PLC0415

    echo(json.dumps(found, ensure_ascii=False, indent=2, allow_nan=False))


def _show(found: dict[str, Any]) -> None:
    rows = [
        {"kind": pair["kind"], "A": pair["a"], "B": pair["b"], "cosine": pair["cosine"]}
        for pair in found["aligned"]
    ]
    print_rows(rows, Format.TABLE, "Aligned labels")
    if found["score"] is None or not found["arithmetic"]:
        echo(f"S3KG    {'-' if found['score'] is None else found['score']}  ({found['status']})")
        return
    for part in found["arithmetic"]:
        echo(part)
    echo(f"status  {found['status']}, preset {found['preset']}, encoder {found['encoder']}")


def print_explanation(explanations: Sequence[dict[str, Any]], direction: Direction) -> None:
    """Print the shares of a score, once a direction."""
    for one, explained in zip(direction.single, explanations, strict=False):
        for part, title in (("entities", "S_WL"), ("triplets", "S_SBERT")):
            rows = [
                {name: "" if value is None else value for name, value in row.items()}
                for row in explained[part]
            ]
            print_rows(rows, Format.TABLE, f"Shares of {title}, {one}")
