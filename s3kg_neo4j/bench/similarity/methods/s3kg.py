"""S3KG in every preset, by the memory engine, with its two channels for the α grid."""

from functools import partial

from s3kg_neo4j.bench.similarity.method import SEMANTICS, STRUCTURE, Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.measure import Measure, Preset
from s3kg_neo4j.similarities import similarities
from s3kg_neo4j.statuses import SCORED, comparison_status, fixed_score

Row = tuple[float | None, float | None, float | None]


def preset_scores(batch: Batch, preset: Preset) -> Scored:
    """S3KG with the first graph as T1 (spec: kg_1 is T1)."""
    statuses = [comparison_status(pair.source_1, pair.source_2) for pair in batch.pairs]
    scored = [
        graphs
        for graphs, status in zip(batch.all_graphs, statuses, strict=True)
        if status in SCORED
    ]
    found = iter(similarities(scored, batch.graph_vectors, Measure(preset=preset)))
    rows: list[Row] = []
    for status in statuses:
        if status in SCORED:
            parts = next(found)
            rows.append((parts.score, parts.s_wl, parts.s_sbert))
        else:
            fixed = fixed_score(status, preset)
            rows.append((fixed, fixed, fixed))
    values, structure, semantics = zip(*rows, strict=True)
    return Scored(values, {STRUCTURE: structure, SEMANTICS: semantics})


def method_name(preset: Preset) -> str:
    """``s3kg-paper``; a preset that is called s3kg itself keeps its name."""
    return preset.value if preset.value.startswith("s3kg") else f"s3kg-{preset}"


METHODS = tuple(
    Method(
        name=method_name(preset),
        title=f"S3KG, preset {preset}, α .5, τ .65, K 5",
        kind="graphs",
        version="1",
        citation="S3KG, arXiv 2609.30484; docs/measure.md",
        licence="Apache-2.0",
        score=partial(preset_scores, preset=preset),
        encoder=True,
        ours=True,
    )
    for preset in Preset
)
