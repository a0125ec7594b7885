"""Stage: S_WL and S_SBERT blended into S3KG, in Cypher."""

from collections.abc import Sequence

from s3kg_neo4j.database import Database
from s3kg_neo4j.errors import DatabaseError
from s3kg_neo4j.kernel import KernelValues
from s3kg_neo4j.measure import Measure


def write_scores(
    database: Database, values: Sequence[tuple[str, KernelValues]], measure: Measure
) -> dict[str, tuple[float, float, float]]:
    """Write and return (S_WL, S_SBERT, S3KG) by comparison id.

    Raises:
        DatabaseError: A comparison is no longer there.
    """
    rows = database.run(
        "score/write_scores",
        comparisons=[
            {"id": name, "cross": v.cross, "first": v.first, "second": v.second}
            for name, v in values
        ],
        weight=measure.semantic_weight,
    )
    if len(rows) < len(values):
        raise DatabaseError(
            "comparisons went away while they were scored: something else deletes or scores the "
            "same data set; let it end, then repeat with --resume"
        )
    return {row["id"]: (row["s_wl"], row["s_sbert"], row["score"]) for row in rows}
