"""Stage: S_WL and S_SBERT blended into S3KG, in Cypher."""

from collections.abc import Sequence

from s3kg_neo4j.database import Database
from s3kg_neo4j.kernel import KernelValues
from s3kg_neo4j.measure import Measure


def write_scores(
    database: Database, values: Sequence[tuple[str, KernelValues]], measure: Measure
) -> dict[str, tuple[float, float, float]]:
    """Write and return (S_WL, S_SBERT, S3KG) by comparison id."""
    rows = database.run(
        "score/write_scores",
        comparisons=[
            {"id": name, "cross": v.cross, "first": v.first, "second": v.second}
            for name, v in values
        ],
        weight=measure.semantic_weight,
    )
    return {row["id"]: (row["s_wl"], row["s_sbert"], row["score"]) for row in rows}
