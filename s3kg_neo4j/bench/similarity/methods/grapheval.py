"""GraphEval (Sansford et al. 2024): is each triplet of the second graph entailed by the first text.

An NLI model reads the first text as premise and each triplet as hypothesis; an answer is as good
as its least entailed triplet. The model is pluggable (``--model grapheval=FOLDER``).
"""

from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.nli import MODEL, infer


def _score(batch: Batch) -> Scored:
    asked = [
        (place, texts[0], edge.text)
        for place, (texts, graphs) in enumerate(zip(batch.texts, batch.graphs, strict=True))
        if texts and graphs
        for edge in graphs[1].edges
    ]
    values: list[float | None] = [None] * len(batch.pairs)
    if asked:
        found = infer(
            [(one, two) for _, one, two in asked], batch.workbench.model("grapheval", MODEL)
        )
        for (place, *_), inference in zip(asked, found, strict=True):
            least = values[place]
            entailed = inference.entailment
            values[place] = entailed if least is None else min(least, entailed)
    return Scored(values)


METHODS = (
    Method(
        name="grapheval",
        title="least entailment of a triplet by the first text (NLI)",
        kind="both",
        version="1",
        citation="Sansford et al. 2024, GraphEval",
        licence="Apache-2.0 (transformers)",
        score=_score,
        packages=("transformers",),
        prescribed=MODEL,
    ),
)
