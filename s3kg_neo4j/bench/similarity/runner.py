"""Every method on every set: scores, metrics, intervals, tests; one row a (set, method)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s3kg_neo4j.bench.similarity.method import Method
from s3kg_neo4j.bench.similarity.metrics import Metrics, evaluate, filled
from s3kg_neo4j.bench.similarity.pairs import PairSet
from s3kg_neo4j.bench.similarity.protocols import (
    AtAlpha,
    HeldOut,
    alpha_curve,
    best_alpha,
    held_out,
)
from s3kg_neo4j.bench.similarity.resampling import bootstrap, interval, permutation_p
from s3kg_neo4j.bench.similarity.scores import Run, method_scores
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.errors import PrerequisiteError


@dataclass(frozen=True, slots=True)
class Result:
    """A method on a set.

    Attributes:
        pairs: The set.
        method: The method.
        run: Its scores; None where it could not be computed.
        skipped: Why it could not.
        metrics: Of all pairs, undefined scores lowest.
        complete: Of the pairs that have a score; None where these are all, or show nothing.
        f1_interval: 95 % by bootstrap.
        auroc_interval: 95 % by bootstrap.
        curve: Over α, for methods that have one.
        held_out: α and threshold from the other half.
        baseline: The best baseline on the set, by AUROC.
        p_value: Of equal AUROC with ``baseline``.
    """

    pairs: PairSet
    method: Method
    run: Run | None = None
    skipped: str = ""
    metrics: Metrics | None = None
    complete: Metrics | None = None
    f1_interval: tuple[float, float] | None = None
    auroc_interval: tuple[float, float] | None = None
    curve: tuple[AtAlpha, ...] = ()
    held_out: HeldOut | None = None
    baseline: str = ""
    p_value: float | None = None

    @property
    def undefined(self) -> int:
        """Pairs without a score."""
        return sum(value is None for value in self.run.scored.values) if self.run else 0


def run_set(
    pairs: PairSet,
    methods: Sequence[Method],
    workbench: Workbench,
    *,
    fresh: bool = False,
    on_skip: Callable[[str], None] = lambda _: None,
) -> list[Result]:
    """Every method on one set; one that cannot be computed says why, and the rest goes on."""
    runs: dict[str, Run] = {}
    skipped: dict[str, str] = {}
    for method in methods:
        try:
            runs[method.name] = method_scores(method, pairs, workbench, fresh=fresh)
        except PrerequisiteError as error:
            skipped[method.name] = str(error)
            on_skip(f"{method.name} skipped: {error}")
    best = _best_baseline(pairs, methods, runs)
    return [
        _result(pairs, method, runs[method.name], best, runs)
        if method.name in runs
        else Result(pairs, method, skipped=skipped[method.name])
        for method in methods
    ]


def _best_baseline(pairs: PairSet, methods: Sequence[Method], runs: dict[str, Run]) -> str:
    found = {
        m.name: evaluate(filled(runs[m.name].scored.values), pairs.labels)
        for m in methods
        if m.name in runs and not m.ours
    }
    aurocs = {name: one.auroc for name, one in found.items() if one and one.auroc is not None}
    return max(aurocs, key=lambda name: aurocs[name] or 0.0, default="")


def _result(
    pairs: PairSet, method: Method, run: Run, baseline: str, runs: dict[str, Run]
) -> Result:
    labels, scores = pairs.labels, filled(run.scored.values)
    metrics = evaluate(scores, labels)
    if metrics is None:
        return Result(pairs, method, run)
    f1, auroc = bootstrap(scores, labels)
    tested = bool(baseline) and baseline != method.name and metrics.auroc is not None
    return Result(
        pairs=pairs,
        method=method,
        run=run,
        metrics=metrics,
        complete=_complete(run, labels),
        f1_interval=interval(f1),
        auroc_interval=None if metrics.auroc is None else interval(auroc),
        curve=tuple(alpha_curve(run.scored, labels)),
        held_out=held_out(run.scored, labels),
        baseline=baseline if tested else "",
        p_value=permutation_p(scores, filled(runs[baseline].scored.values), labels)
        if tested
        else None,
    )


def _complete(run: Run, labels: Sequence[int]) -> Metrics | None:
    places = [i for i, value in enumerate(run.scored.values) if value is not None]
    if not places:
        return None
    return evaluate(filled(run.scored.values)[places], [labels[i] for i in places])


def rows(results: Sequence[Result]) -> Iterator[dict[str, Any]]:
    """One row a result, for JSON and CSV."""
    for result in results:
        metrics, complete, apart = result.metrics, result.complete, result.held_out
        best = best_alpha(result.curve)
        low_high = {
            f"{name}_{end}": None if ends is None else ends[place]
            for name, ends in (("f1", result.f1_interval), ("auroc", result.auroc_interval))
            for place, end in enumerate(("low", "high"))
        }
        n = len(result.pairs.pairs)
        yield {
            "set": result.pairs.name,
            "method": result.method.name,
            "kind": result.method.kind,
            "status": _status(result),
            "n": n,
            "n_positive": sum(result.pairs.labels),
            "n_undefined": result.undefined,
            "f1": metrics and metrics.f1,
            "threshold": metrics and metrics.threshold,
            "precision": metrics and metrics.precision,
            "recall": metrics and metrics.recall,
            "auroc": metrics and metrics.auroc,
            "average_precision": metrics and metrics.average_precision,
            **low_high,
            "f1_complete": complete and complete.f1,
            "auroc_complete": complete and complete.auroc,
            "f1_held_out": apart and apart.f1,
            "auroc_held_out": apart and apart.auroc,
            "alphas_held_out": list(apart.alphas) if apart else [],
            "alpha_best": best and best.alpha,
            "f1_alpha_best": best and best.f1,
            "auroc_alpha_best": best and best.auroc,
            "brier": metrics and metrics.brier,
            "calibration_error": metrics and metrics.calibration_error,
            "calibration_error_held_out": apart and apart.calibration_error,
            "baseline": result.baseline or None,
            "p_value": result.p_value,
            "alpha_curve": [[a.alpha, a.f1, a.auroc] for a in result.curve],
            "seconds": result.run and result.run.seconds,
            "ms_per_pair": result.run and 1000 * result.run.seconds / n,
        }


def shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a row that a person reads, intervals in one cell."""
    few = {name: row[name] for name in ("set", "method", "n", "n_undefined", "f1")}
    few["f1 95 %"] = _interval(row, "f1")
    few |= {name: row[name] for name in ("threshold", "auroc")}
    few["auroc 95 %"] = _interval(row, "auroc")
    return few | {
        "held-out f1": row["f1_held_out"],
        "best α": row["alpha_best"],
        "f1 there": row["f1_alpha_best"],
        "p": row["p_value"],
        "seconds": row["seconds"],
    }


def _interval(row: Mapping[str, Any], name: str) -> str | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else f"{low:.3f}–{high:.3f}"


def means(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Each method's means over the sets; only methods that have a score on every set."""
    sets = {result.pairs.name for result in results}
    found = []
    for name in dict.fromkeys(result.method.name for result in results):
        own = [r.metrics for r in results if r.method.name == name and r.metrics is not None]
        aurocs = [m.auroc for m in own if m.auroc is not None]
        if len(own) == len(sets) > 1:
            apart = [r.held_out for r in results if r.method.name == name]
            halves = [h.f1 for h in apart if h is not None]
            found.append(
                {
                    "method": name,
                    "sets": len(sets),
                    "f1": float(np.mean([m.f1 for m in own])),
                    "auroc": float(np.mean(aurocs)) if len(aurocs) == len(sets) else None,
                    "f1_held_out": float(np.mean(halves)) if len(halves) == len(sets) else None,
                }
            )
    return found


def _status(result: Result) -> str:
    if result.run is None:
        return f"skipped: {result.skipped}"
    if result.metrics is None:
        return "no pair is positive"
    return "one class only" if result.metrics.auroc is None else "ok"
