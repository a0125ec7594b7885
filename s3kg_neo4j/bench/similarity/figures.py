"""ROC curves, α curves and histograms of scores as SVG inside a page; the same bytes each time."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from s3kg_neo4j.bench.similarity.metrics import filled
from s3kg_neo4j.bench.similarity.runner import Result
from s3kg_neo4j.errors import PrerequisiteError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 20
COLUMNS = 4
"""Histograms beside each other."""


def roc_curves(results: Sequence[Result]) -> str:
    """One curve a method, best first; full lines are S3KG, dashed ones baselines."""
    from sklearn.metrics import roc_curve

    figure, axis = _axes("false positive rate", "true positive rate")
    ranked = [r for r in results if r.run and r.metrics and r.metrics.auroc is not None]
    ranked.sort(key=lambda r: (-(r.metrics.auroc or 0.0) if r.metrics else 0.0, r.method.name))
    for result in ranked:
        if result.run and result.metrics:
            wrong, right, _ = roc_curve(result.pairs.labels, filled(result.run.scored.values))
            axis.plot(
                wrong,
                right,
                "-" if result.method.ours else "--",
                linewidth=1.2,
                label=f"{result.method.name} {result.metrics.auroc:.3f}",
            )
    axis.plot([0, 1], [0, 1], ":", color="grey", linewidth=0.8)
    if ranked:
        axis.legend(fontsize=6, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    return _svg(figure)


def alpha_curves(results: Sequence[Result]) -> str:
    """F1 over α of the methods that blend two channels; "" where there is none."""
    blended = [result for result in results if result.curve]
    if not blended:
        return ""
    figure, axis = _axes("α, weight of the semantic channel", "F1")
    for result in blended:
        axis.plot(
            [a.alpha for a in result.curve],
            [a.f1 for a in result.curve],
            marker=".",
            linewidth=1.2,
            label=result.method.name,
        )
    axis.legend(fontsize=6, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    return _svg(figure)


def histograms(results: Sequence[Result]) -> str:
    """Scores of pairs that mean the same and of those that do not, one panel a method."""
    scored = [result for result in results if result.run and result.metrics]
    if not scored:
        return ""
    rows = -(-len(scored) // COLUMNS)
    figure = _figure(2.3 * COLUMNS, 1.5 * rows)
    for place, result in enumerate(scored, start=1):
        axis = figure.add_subplot(rows, COLUMNS, place)
        assert result.run is not None  # noqa: S101  filtered above
        scores, truth = filled(result.run.scored.values), np.asarray(result.pairs.labels)
        bins = np.linspace(min(0.0, scores.min()), max(1.0, scores.max()), BINS + 1)
        for label, colour in ((0, "#b3372f"), (1, "#2c7a4b")):
            axis.hist(scores[truth == label], bins=list(bins), color=colour, alpha=0.55)
        if result.metrics:
            axis.axvline(result.metrics.threshold, color="black", linewidth=0.8, linestyle=":")
        axis.set_title(result.method.name, fontsize=7)
        axis.tick_params(labelsize=5)
    figure.tight_layout()
    return _svg(figure)


def _figure(width: float, height: float) -> "Figure":
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise PrerequisiteError(
            "--page: matplotlib is not installed; pip install 's3kg-neo4j[bench]'"
        ) from None
    return Figure(figsize=(width, height))


def _axes(x: str, y: str) -> "tuple[Figure, Any]":
    figure = _figure(6.4, 3.6)
    axis = figure.add_axes((0.09, 0.14, 0.6, 0.8))
    axis.set_xlabel(x, fontsize=8)
    axis.set_ylabel(y, fontsize=8)
    axis.tick_params(labelsize=7)
    return figure, axis


def _svg(figure: "Figure") -> str:
    import matplotlib as mpl

    buffer = io.StringIO()
    # Without these the file holds random names and the time.
    with mpl.rc_context({"svg.hashsalt": "s3kg", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]
