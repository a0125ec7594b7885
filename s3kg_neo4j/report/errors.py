"""Views of a run's unaligned triplets."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Key = tuple[str, str, float | None, int]


def lowest_answers(scores: Iterable[Mapping[str, Any]], share: float) -> set[Key]:
    """The paper's view: the ceil(share * N) scored answers with the lowest GoldSim.

    Taken for each model and temperature apart; ties go by id.
    """
    groups: dict[tuple[str, float | None], list[Mapping[str, Any]]] = {}
    for row in scores:
        if row["gold_sim"] is not None:
            groups.setdefault((row["model"], row["temperature"]), []).append(row)
    chosen: set[Key] = set()
    for group in groups.values():
        group.sort(key=lambda row: (row["gold_sim"], row["id"], row["repeat"]))
        # The product is rounded first: .05 * 20 is one answer, not two.
        for row in group[: math.ceil(round(share * len(group), 9))]:
            chosen.add((row["id"], row["model"], row["temperature"], row["repeat"]))
    return chosen


def readable(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of errors.jsonl as a person reads it."""
    temperature = row["temperature"]
    why = [row["detail"] and f"wrong {row['detail']}", row["reason"]]
    if row["cosine"] is not None:
        why.append(f"cos {row['cosine']:.2f}")
    return {
        "question": row["id"],
        "model": row["model"] + ("" if temperature is None else f" t{temperature:g}"),
        "answer": arrow(row["answer"]),
        "gold": arrow(row["gold"]),
        "why": ", ".join(filter(None, why)),
        "context": row["in_context"] or "-",
    }


def arrow(triplet: Sequence[str] | None) -> str:
    """A triplet on one line."""
    return "-" if triplet is None else " | ".join(triplet)


def worst_answer(scores: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The scored answer with the lowest CUS above 0, ties to the first; None without any.

    An answer of 0 is empty or shares nothing: there is little to see in it.
    """
    scored = [row for row in scores if row["cus"]]
    return min(scored, key=lambda row: row["cus"]) if scored else None
