"""A page of a comparison that needs nothing else: tables, curves, and the pairs gone wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from s3kg_neo4j.bench.similarity import figures, runner
from s3kg_neo4j.bench.similarity.metrics import filled
from s3kg_neo4j.bench.similarity.runner import Result
from s3kg_neo4j.model import Source, TextPair

WRONG = 6
"""Pairs named for each method and set, the farthest on the wrong side first."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A pair on the wrong side of a method's threshold."""

    pair: int
    score: float
    distance: float


def wrong_pairs(result: Result) -> list[Wrong]:
    """Pairs that the method gets wrong at its best threshold, the farthest from it first."""
    if result.run is None or result.metrics is None:
        return []
    scores, threshold = filled(result.run.scored.values), result.metrics.threshold
    found = [
        Wrong(place, float(score), abs(float(score) - threshold))
        for place, (score, label) in enumerate(zip(scores, result.pairs.labels, strict=True))
        if (score >= threshold) != bool(label)
    ]
    return sorted(found, key=lambda wrong: (-wrong.distance, wrong.pair))


def write_page(path: Path, results: Sequence[Result]) -> None:
    """Write the page.

    Raises:
        PrerequisiteError: matplotlib is not installed.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("s3kg_neo4j.bench.similarity"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    environment.filters["number"] = _number
    sets = list(dict.fromkeys(result.pairs.name for result in results))
    page = environment.get_template("similarity.html").render(
        sets=[_content([r for r in results if r.pairs.name == name]) for name in sets],
        means=runner.means(results),
    )
    path.write_text(page, encoding="utf-8", errors="backslashreplace")


def _content(results: Sequence[Result]) -> dict[str, Any]:
    pairs = results[0].pairs
    wrong = {result.method.name: wrong_pairs(result) for result in results if result.metrics}
    named = sorted({one.pair for found in wrong.values() for one in found[:WRONG]})
    return {
        "name": pairs.name,
        "n": len(pairs.pairs),
        "rows": [runner.shown(row) for row in runner.rows(results) if row["f1"] is not None],
        "skipped": {r.method.name: r.skipped for r in results if r.skipped},
        "roc": figures.roc_curves(results),
        "alpha": figures.alpha_curves(results),
        "histograms": figures.histograms(results),
        "wrong": [
            {
                "method": name,
                "count": len(found),
                "pairs": [
                    {"id": pairs.pairs[one.pair].id, "place": one.pair, "score": one.score}
                    for one in found[:WRONG]
                ],
            }
            for name, found in wrong.items()
        ],
        "pairs": [_pair(place, pairs.pairs[place], wrong) for place in named],
    }


def _pair(place: int, pair: TextPair, wrong: dict[str, list[Wrong]]) -> dict[str, Any]:
    return {
        "place": place,
        "id": pair.id,
        "label": pair.label,
        "methods": [name for name, found in wrong.items() if any(w.pair == place for w in found)],
        "sides": [_side(source) for source in (pair.source_1, pair.source_2)],
    }


def _side(source: Source) -> dict[str, Any]:
    triplets = [f"{t.head} → {t.relation} → {t.tail}" for t in source.triplets or ()]
    return {"text": source.text, "triplets": triplets}


def _number(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if isinstance(value, float) else str(value)
