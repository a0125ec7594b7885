"""PubMedQA-ranked: is the order of four candidates kept, from faithful to made up.

Levels 4 to 1: faithful paraphrase, numbers distorted, relations inverted, context ignored. GoldSim
of the candidate's graph.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from s3kg_neo4j.bench.people.study import (
    Finding,
    Setup,
    above,
    graph_source,
    only_file,
    read_records,
    score_columns,
    share,
    spearman,
)

FOLDER = "s3kg_bench"

INVERTED = (4, 2)
"""The levels that mean-pooled vectors cannot tell apart."""


def run(setup: Setup) -> Iterator[Finding]:
    """Shares of questions in which the higher level scores higher."""
    records = read_records(only_file(setup.folder, "pubmedqa_ranked.jsonl"))
    columns = score_columns(
        setup,
        [(graph_source(r["kg_candidate"]), graph_source(r["kg_gold"])) for r in records],
    )
    questions: dict[tuple[str, str], dict[int, int]] = {}
    for place, record in enumerate(records):
        levels = questions.setdefault((record["context"], record["gold"]), {})
        levels[int(record["faithfulness_level"])] = place
    yield from spearman(
        "PubMedQA-ranked", "level", columns, [float(r["faithfulness_level"]) for r in records]
    )
    names = {int(r["faithfulness_level"]): str(r["change_type"]) for r in records}
    for method, values in columns.items():
        for high, low in combinations(sorted(names, reverse=True), 2):
            both = [q for q in questions.values() if high in q and low in q]
            won = above([values[q[high]] for q in both], [values[q[low]] for q in both])
            statistic = f"{names[high]} above {names[low]}"
            yield share("PubMedQA-ranked", statistic, method, won)
        yield share("PubMedQA-ranked", "order kept", method, _in_order(questions, values))


def _in_order(questions: dict[Any, dict[int, int]], values: Any) -> list[float]:
    kept = []
    for levels in questions.values():
        scores = [values[levels[level]] or 0.0 for level in sorted(levels)]
        kept.append(float(all(a < b for a, b in pairwise(scores))))
    return kept
