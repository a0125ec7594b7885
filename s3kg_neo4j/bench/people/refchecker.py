"""RefChecker: answers whose triplets people checked, against their extracted contexts (CtxSim).

What people say of an answer is its share of entailed triplets, and whether one contradicts the
context. Answers that abstain (no triplets) are left out.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from s3kg_neo4j.bench.extractor import required
from s3kg_neo4j.bench.people.study import (
    Finding,
    Setup,
    auroc,
    graph_source,
    read_records,
    score_columns,
    spearman,
)

FOLDER = "refchecker"

SETTINGS = {"dolly": "accurate_context", "msmarco": "noisy_context"}
"""Sets whose contexts are there, and the folders of their annotations."""


def run(setup: Setup) -> Iterator[Finding]:
    """Spearman with the faithful share, AUROC of "contains no contradiction".

    Raises:
        PrerequisiteError: There is no extractor.
    """
    extractor = required(setup.extractor, "RefChecker")
    for name, folder in SETTINGS.items():
        contexts = {
            str(record["id"]): _joined(record["context"])
            for record in read_records(setup.folder / "joined" / f"{name}.jsonl")
        }
        answers = [
            answer
            for file in sorted((setup.folder / "human_annotations_v1" / folder).glob("*.json"))
            for answer in _answers(file)
            if answer["id"] in contexts and answer["claude2_response_kg"]
        ]
        sources = extractor.sources([contexts[answer["id"]] for answer in answers])
        columns = score_columns(
            setup,
            [
                (
                    graph_source([one["triplet"] for one in answer["claude2_response_kg"]]),
                    sources[contexts[answer["id"]]],
                )
                for answer in answers
            ],
        )
        labels = [[one["human_label"] for one in a["claude2_response_kg"]] for a in answers]
        data = f"RefChecker {name} ({extractor.name})"
        faithful = [own.count("Entailment") / len(own) for own in labels]
        clean = [int("Contradiction" not in own) for own in labels]
        yield from spearman(data, "faithful share", columns, faithful)
        yield from auroc(data, "no contradiction", columns, clean)


def _answers(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return [answer | {"id": str(answer["id"])} for answer in found]


def _joined(context: str | list[str]) -> str:
    return context if isinstance(context, str) else "\n".join(context)
