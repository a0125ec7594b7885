"""Stage: who answers whom. Cosines come from one of three sources, the decisions from one place."""

from collections.abc import Sequence
from typing import Any

from s3kg_neo4j.alignment import Alignment
from s3kg_neo4j.database import Database
from s3kg_neo4j.graph import Label
from s3kg_neo4j.matching import Choice
from s3kg_neo4j.subgraphs import Comparison


def create_comparisons(
    database: Database, run: str, comparisons: Sequence[Comparison], properties: dict[str, Any]
) -> None:
    """Put comparisons beside their graphs, free of what an earlier run left there."""
    database.run("align/delete_alignment", comparisons=[c.id for c in comparisons])
    database.run(
        "align/create_comparisons",
        run=run,
        comparisons=[
            {
                "id": comparison.id,
                "answer": comparison.answer.gid,
                "reference": comparison.reference.gid,
                "properties": {
                    **properties,
                    "kind": comparison.kind,
                    "status": comparison.status,
                    "direction": comparison.direction,
                },
            }
            for comparison in comparisons
            if comparison.reference is not None
        ],
    )


def write_alignments(
    database: Database,
    comparisons: Sequence[Comparison],
    alignments: Sequence[Alignment],
    semantic: Sequence[float],
) -> None:
    """Write MATCHES, KEEPS and SAME_AS edges, and S_SBERT, of each comparison."""
    rows = []
    for comparison, alignment, s_sbert in zip(comparisons, alignments, semantic, strict=True):
        first, second = comparison.ends
        rows.append(
            {
                "id": comparison.id,
                "first": first.gid,
                "second": second.gid,
                "matches": [[c.source, c.target, c.cosine] for c in alignment.matches],
                "kept": list(alignment.kept),
                "entities": _keyed(alignment.entities, first.graph.entities, second.graph.entities),
                "relations": _keyed(
                    alignment.relations, first.graph.relations, second.graph.relations
                ),
                "s_sbert": s_sbert,
            }
        )
    database.run("align/write_alignment", comparisons=rows)


def _keyed(
    choices: Sequence[Choice], first: Sequence[Label], second: Sequence[Label]
) -> list[list[Any]]:
    return [[first[c.source].key, second[c.target].key, c.cosine] for c in choices]
