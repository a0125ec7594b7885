"""Means by model and temperature, with counts of every status and bootstrap intervals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from s3kg_neo4j.model import Status
from s3kg_neo4j.statuses import AVERAGED

RESAMPLES = 2000
SEED = 20260930
"""Of the bootstrap, so that the same scores give the same interval."""

MEASURES = ("gold_sim", "ctx_sim", "cus")


def status_counts(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """How many answers have each status, the ones that occur, worst first."""
    counts = Counter(row["status"] for row in rows)
    return {status: counts[status] for status in Status if counts[status]}


def summarise(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row for each model and temperature, sorted.

    A mean takes the answers whose own comparison is OK or EMPTY_LLM (CUS: both); ``n`` is how
    many these are. Truncated answers have a mean of their own.

    Returns:
        Rows of model, temperature, answers, and for each of GoldSim, CtxSim and CUS the mean,
        its 95 % bootstrap interval and n; then the mean CUS of truncated answers and a count
        for each status that occurs.
    """
    groups: dict[tuple[str, str, float], list[Mapping[str, Any]]] = {}
    for row in rows:
        temperature = row["temperature"]
        key = (row["model"], *(("", 0.0) if temperature is None else ("t", float(temperature))))
        groups.setdefault(key, []).append(row)
    present = list(status_counts(rows))
    return [
        {
            "model": model,
            "temperature": temperature if known else None,
            "answers": len(group),
            **{k: v for measure in MEASURES for k, v in _mean(group, measure).items()},
            **(_truncated(group) if Status.TRUNCATED in present else {}),
            **{status: sum(row["status"] == status for row in group) for status in present},
        }
        for (model, known, temperature), group in sorted(groups.items())
    ]


def status_table(summary: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Who answered how often, and with which statuses."""
    return [
        {
            name: _short(value) if name == "temperature" else value
            for name, value in row.items()
            if name in ("model", "temperature", "answers") or name in list(Status)
        }
        for row in summary
    ]


def mean_table(summary: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each mean in one cell: mean, interval, n."""
    titles = dict(zip(MEASURES, ("GoldSim", "CtxSim", "CUS"), strict=True))
    return [
        {
            "model": row["model"],
            "t": _short(row["temperature"]),
            **{titles[measure]: _mean_cell(row, measure) for measure in MEASURES},
        }
        for row in summary
    ]


def _mean_cell(row: Mapping[str, Any], measure: str) -> str:
    """As ``0.842 .797-.890 n=24``."""
    if row[measure] is None:
        return "-"
    between = (row[f"{measure} 95%"] or "").replace("0.", ".")
    return f"{row[measure]:.3f} {between} n={row[f'{measure} n']}"


def _short(temperature: float | None) -> str | None:
    return None if temperature is None else f"{temperature:g}"


def error_counts(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Labelled triplets by model and category, as means per labelled answer."""
    totals: dict[str, Counter[str]] = {}
    answers: Counter[str] = Counter()
    for row in rows:
        if row["tau"] is not None:
            answers[row["model"]] += 1
            total = totals.setdefault(row["model"], Counter())
            total.update(row["tau"])
            said = row["in_context"]
            total["extra, in context"] += said["supported"]
            total["extra, unsupported"] += row["tau"]["extra"] - said["supported"]
    return [
        {"model": model, "labelled": answers[model], **totals[model]} for model in sorted(totals)
    ]


def error_table(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same with a row for each error class, which fits a narrow terminal."""
    counts = error_counts(rows)
    classes = [name for name in counts[0] if name != "model"] if counts else []
    return [{"class": name, **{str(row["model"]): row[name] for row in counts}} for name in classes]


def status_of(row: Mapping[str, Any], measure: str) -> str:
    """Status of the comparison that a measure rests on."""
    place = {"gold_sim": "gold", "ctx_sim": "context"}.get(measure)
    return str(row[place]["status"] if place else row["status"])


def _mean(group: Sequence[Mapping[str, Any]], measure: str) -> dict[str, Any]:
    values = [row[measure] for row in group if status_of(row, measure) in AVERAGED]
    low, high = interval(values)
    return {
        measure: sum(values) / len(values) if values else None,
        f"{measure} 95%": None if low is None else f"{low:.3f}-{high:.3f}",
        f"{measure} n": len(values),
    }


def _truncated(group: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    values = [row["cus"] for row in group if row["status"] == Status.TRUNCATED]
    values = [value for value in values if value is not None]
    return {"cus truncated": sum(values) / len(values) if values else None}


def interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """95 % percentile bootstrap interval of the mean; None under two values."""
    import numpy as np  # noqa: PLC0415
    from scipy.stats import bootstrap

    if len(values) < 2:
        return None, None
    if min(values) == max(values):
        return values[0], values[0]
    found = bootstrap(
        (np.array(values),),
        np.mean,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return float(found.low), float(found.high)
