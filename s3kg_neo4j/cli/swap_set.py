"""``s3kg bench swap-set``: a set of pairs that bags of words cannot tell apart."""

import json
from pathlib import Path
from typing import Annotated

import typer

from s3kg_neo4j.cli.bench import bench_app
from s3kg_neo4j.cli.output import Format, FormatOption, note, print_rows


@bench_app.command(
    name="swap-set", epilog="Example: s3kg bench swap-set passages.jsonl --out swaps.jsonl"
)
def swap_set(
    file: Annotated[
        Path, typer.Argument(help="JSON lines with context (or text) and row (or id).")
    ],
    out: Annotated[Path, typer.Option(help="Where to write the pairs.")],
    seed: Annotated[int, typer.Option(help="Of what is exchanged.")] = 1,
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Make pairs from passages: paraphrases, and paraphrases with two facts exchanged."""
    from s3kg_neo4j.bench.swaps import make_pairs, read_passages  # noqa: PLC0415

    passages, bad = read_passages(file)
    for line in bad:
        note(f"skipped: {line}")
    pairs = list(make_pairs(passages, seed))
    with out.open("w", encoding="utf-8", newline="\n") as stream:
        for pair in pairs:
            stream.write(json.dumps(pair.record(), ensure_ascii=False) + "\n")
    kinds = dict.fromkeys(pair.perturbation for pair in pairs)
    print_rows(
        [
            {"perturbation": kind, "pairs": sum(pair.perturbation == kind for pair in pairs)}
            for kind in kinds
        ],
        format,
        f"{out}: {len(pairs)} pairs of {len(passages)} passages, seed {seed}",
    )
