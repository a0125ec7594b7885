"""S3KG in every preset, by the memory engine, with its two channels for the α grid."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from s3kg_neo4j.bench.similarity.method import SEMANTICS, STRUCTURE, Method, Scored
from s3kg_neo4j.bench.similarity.methods.text_cosine import text_cosines
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.measure import Direction, Measure, Preset
from s3kg_neo4j.similarities import Parts, similarities
from s3kg_neo4j.statuses import SCORED, comparison_status, fixed_score

Row = tuple[float | None, float | None, float | None]

TEXT_WEIGHT = 0.3
"""Of the texts' cosine beside the graphs, chosen with the constants of ``s3kg+``."""


def preset_scores(batch: Batch, measure: Measure) -> Scored:
    """S3KG of each pair; kg_1 is T1 unless the measure takes the weaker direction."""
    statuses = [comparison_status(pair.source_1, pair.source_2) for pair in batch.pairs]
    scored = [
        graphs
        for graphs, status in zip(batch.all_graphs, statuses, strict=True)
        if status in SCORED
    ]
    found = iter(_directed(scored, batch, measure))
    rows: list[Row] = []
    for status in statuses:
        if status in SCORED:
            parts = next(found)
            rows.append((parts.score, parts.s_wl, parts.s_sbert))
        else:
            fixed = fixed_score(status, measure.preset)
            rows.append((fixed, fixed, fixed))
    values, structure, semantics = zip(*rows, strict=True)
    return Scored(values, {STRUCTURE: structure, SEMANTICS: semantics})


def with_texts(batch: Batch, measure: Measure) -> Scored:
    """The same with the texts' cosine; the texts alone where a graph is empty."""
    graphs = preset_scores(batch, measure).values
    texts = text_cosines(batch, batch.text_vectors).values
    return Scored(
        [
            graph
            if text is None
            else text
            if graph is None or not all(pair)
            else (1 - TEXT_WEIGHT) * graph + TEXT_WEIGHT * text
            for graph, text, pair in zip(
                graphs, texts, ((a.edges, b.edges) for a, b in batch.all_graphs), strict=True
            )
        ]
    )


def method_name(preset: Preset) -> str:
    """``s3kg-paper``; a preset that is called s3kg itself keeps its name."""
    return preset.value if preset.value.startswith("s3kg") else f"s3kg-{preset}"


def _directed(
    pairs: Sequence[tuple[Graph, Graph]], batch: Batch, measure: Measure
) -> Sequence[Parts]:
    there = similarities(pairs, batch.graph_vectors, measure)
    if measure.direction is not Direction.WEAKER:
        return there
    back = similarities([(b, a) for a, b in pairs], batch.graph_vectors, measure)
    return [min(both, key=lambda parts: parts.score) for both in zip(there, back, strict=True)]


_PLUS = Measure.of(Preset.PLUS)


def _method(name: str, title: str, measure: Measure, *, texts: bool = False) -> Method:
    return Method(
        name=name,
        title=title,
        kind="both" if texts else "graphs",
        version="1",
        citation="docs/measure.md"
        if measure.guarded
        else "S3KG, arXiv 2609.30484; docs/measure.md",
        licence="Apache-2.0",
        score=partial(with_texts if texts else preset_scores, measure=measure),
        encoder=True,
        ours=True,
    )


METHODS = (
    *(
        _method(method_name(preset), f"S3KG, preset {preset}, α .5, τ .65, K 5", Measure.of(preset))
        for preset in Preset
        if preset is not Preset.PLUS
    ),
    _method(
        "s3kg+",
        "S3KG+: guarded alignment and coverage, the weaker direction",
        replace(_PLUS, direction=Direction.WEAKER),
    ),
    _method("s3kg+forward", "S3KG+ with kg_1 as T1", _PLUS),
    _method(
        "s3kg+texts",
        f"S3KG+ with the texts' cosine, weight {TEXT_WEIGHT:g}",
        replace(_PLUS, direction=Direction.WEAKER),
        texts=True,
    ),
    _method(
        "s3kg+texts-forward",
        "the same with kg_1 as T1",
        _PLUS,
        texts=True,
    ),
)
