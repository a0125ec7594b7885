"""KEA Explain's graph pairs with human judgements: does a WL kernel see what people see.

What people said has several levels, and where to cut them is a choice: every cut that has a plain
meaning is reported. The model's graph is T1. The authors' own score stands beside.
"""

from collections.abc import Iterator
from typing import Any

from s3kg_neo4j.bench.people.study import (
    Finding,
    Setup,
    auroc,
    graph_source,
    only_file,
    read_records,
    score_columns,
    spearman,
)

FOLDER = "kea"

CUTS = {
    "QAGS-C": {"any of three agrees": 0.3, "most agree": 0.5, "all agree": 1.0},
    "SummEval": {"mean of 3 or more": 3.0, "mean of 4 or more": 4.0, "mean of 5": 5.0},
    "WikiBio": {"accurate": 2.0, "no major inaccuracy": 1.0},
}
"""From which value on a pair counts as consistent."""

LEVELS = {"accurate": 2.0, "minor_inaccurate": 1.0, "major_inaccurate": 0.0}


def run(setup: Setup) -> Iterator[Finding]:
    """AUROC and Spearman of every method on the three sets."""
    for name, pattern in (
        ("QAGS-C", "kea_qags_c*.jsonl"),
        ("SummEval", "kea_summeval*.jsonl"),
        ("WikiBio", "kea_wikibio*.jsonl"),
    ):
        records = read_records(only_file(setup.folder, pattern))
        truth = [_consistency(record) for record in records]
        columns = score_columns(
            setup,
            [(graph_source(r["kg_llm"]), graph_source(r["kg_reference"])) for r in records],
        )
        published = [1 - float(record["kea_score"]) for record in records]
        columns = {**columns, "published KEA": published}
        for meaning, least in CUTS[name].items():
            labels = [int(value >= least) for value in truth]
            yield from auroc(f"KEA {name}", meaning, columns, labels)
        yield from spearman(f"KEA {name}", "consistency", columns, truth)


def _consistency(record: dict[str, Any]) -> float:
    return LEVELS[record["label"]] if "label" in record else float(record["consistency"])
