"""Cosine of sentence embeddings of the texts (Reimers and Gurevych 2019)."""

from functools import partial

from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.embed import Vectors, cosines

SENTENCE_T5 = "sentence-transformers/sentence-t5-base"


def text_cosines(batch: Batch, vectors: Vectors) -> Scored:
    """Cosine of each pair's texts."""
    return Scored(
        [
            pair and float(cosines(vectors.matrix(pair[:1]), vectors.matrix(pair[1:]))[0, 0])
            for pair in batch.texts
        ]
    )


def _chosen(batch: Batch) -> Scored:
    return text_cosines(batch, batch.text_vectors)


def _prescribed(batch: Batch, method: str, encoder: str) -> Scored:
    embedder = batch.workbench.other_embedder(batch.workbench.model(method, encoder))
    return text_cosines(
        batch, embedder.embed(text for pair in batch.texts if pair for text in pair)
    )


METHODS = (
    Method(
        name="minilm",
        title="cosine of all-MiniLM-L6-v2 vectors",
        kind="texts",
        version="1",
        citation="Reimers and Gurevych 2019, Sentence-BERT; Wang et al. 2020, MiniLM",
        licence="Apache-2.0",
        score=partial(_prescribed, method="minilm", encoder="minilm"),
        packages=("sentence-transformers",),
        prescribed="minilm",
    ),
    Method(
        name="text-cosine",
        title="cosine of the chosen encoder's vectors",
        kind="texts",
        version="1",
        citation="Reimers and Gurevych 2019, Sentence-BERT",
        licence="Apache-2.0",
        score=_chosen,
        packages=("sentence-transformers",),
        encoder=True,
        heavy=True,
    ),
    Method(
        name="sentence-t5",
        title="cosine of sentence-t5-base vectors",
        kind="texts",
        version="1",
        citation="Ni et al. 2022, Sentence-T5",
        licence="Apache-2.0",
        score=partial(_prescribed, method="sentence-t5", encoder=SENTENCE_T5),
        packages=("sentence-transformers",),
        prescribed=SENTENCE_T5,
    ),
)
