"""Agreement of scores with people: studies on public data sets, each a module with ``run``."""

from s3kg_neo4j.registry import Registry

STUDIES = Registry(
    "--study",
    {
        "kea": "s3kg_neo4j.bench.people.kea",
        "ranked": "s3kg_neo4j.bench.people.ranked",
        "refchecker": "s3kg_neo4j.bench.people.refchecker",
        "bump": "s3kg_neo4j.bench.people.bump",
        "factcheck-gpt": "s3kg_neo4j.bench.people.factcheck_gpt",
        "medhallu": "s3kg_neo4j.bench.people.medhallu",
    },
)
"""By name; a module has ``FOLDER`` (below that of the data) and ``run``."""
