"""KEA Explain's graph pairs with human judgements: does a WL kernel see what people see.

QAGS-C: consistent where most of the three annotators say so. SummEval: where the experts' mean is
the highest, 5. WikiBio: accurate, against minor and major inaccuracies. The model's graph is T1.
The authors' own score (``kea_score``: 0 for equal graphs) stands beside.
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

LEVELS = {"accurate": 2.0, "minor_inaccurate": 1.0, "major_inaccurate": 0.0}


def run(setup: Setup) -> Iterator[Finding]:
    """AUROC and Spearman of every method on the three sets."""
    for name, pattern, best in (
        ("QAGS-C", "kea_qags_c*.jsonl", 0.5),
        ("SummEval", "kea_summeval*.jsonl", 5.0),
        ("WikiBio", "kea_wikibio*.jsonl", LEVELS["accurate"]),
    ):
        records = read_records(only_file(setup.folder, pattern))
        truth = [_consistency(record) for record in records]
        columns = score_columns(
            setup,
            [(graph_source(r["kg_llm"]), graph_source(r["kg_reference"])) for r in records],
        )
        published = [1 - float(record["kea_score"]) for record in records]
        columns = {**columns, "published KEA": published}
        labels = [int(value >= best) for value in truth]
        yield from auroc(f"KEA {name}", "consistent", columns, labels)
        yield from spearman(f"KEA {name}", "consistency", columns, truth)


def _consistency(record: dict[str, Any]) -> float:
    return LEVELS[record["label"]] if "label" in record else float(record["consistency"])
