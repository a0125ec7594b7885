"""Stage: passages of the user's documents for claims of which the reference says nothing.

Graph first, retrieval only for what the graph cannot say, as in Kolli et al. (arXiv 2511.03217).
Leads say where to look; no verdict of the graph rests on them.

Two look-ups, by words and by meaning, are joined by reciprocal rank fusion (Cormack et al. 2009).
They are queries of the catalog and not the ``HybridRetriever`` of neo4j-graphrag (1.22), which
takes no filter, so that other corpora would crowd out the one that is asked; joins by the greater
of two scaled scores and leaves ties to chance; hands a claim to Lucene with its punctuation, which
Lucene takes for operators; sends a query a claim; and asks for a vector index even where words are
all that the server can look for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.database import Database, batches
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.gate.corpus import Corpus
from s3kg_neo4j.gate.model import Claim
from s3kg_neo4j.store import create_vector_indexes

CANDIDATES = 50
"""Passages that each look-up proposes for a claim."""

RANK_OFFSET = 60
"""Of reciprocal rank fusion: a passage at rank r of a list scores 1 / (60 + r) there."""

BATCH = 100
"""Claims of one look-up."""

LONGEST = 60
"""Words of a claim that are looked for."""

DIGITS = 6

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lead:
    """A passage that may say whether a claim is true.

    Attributes:
        passage: Its id: that of the document, and its number there.
        document: Id of the document.
        text: What it says.
        score: By reciprocal rank fusion; it tells passages of one claim apart and no more.
    """

    passage: str
    document: str
    text: str
    score: float


def statement(claim: Claim) -> str:
    """A claim in words: "birthPlace" and "works_for" are two each."""
    relation = _HUMP.sub(" ", claim.relation)
    return " ".join(f"{claim.subject} {relation} {claim.object}".replace("_", " ").split())


def find_leads(
    database: Database,
    corpus: Corpus,
    claims: Sequence[Claim],
    count: int,
    embedder: Embedder | None = None,
) -> list[tuple[Lead, ...]]:
    """The ``count`` passages that each claim comes nearest to, best first.

    Args:
        database: Holds the corpus.
        corpus: The documents.
        claims: Each by itself.
        count: Passages at most for each.
        embedder: Of the vectors of the corpus, if it has any.
    """
    texts = list(dict.fromkeys(map(statement, claims)))
    found: dict[str, tuple[Lead, ...]] = {}
    for some in batches(texts, BATCH):
        rankings = [_by_words(database, corpus, some, max(count, CANDIDATES))]
        if embedder is not None:
            rankings.append(_by_vectors(database, corpus, some, max(count, CANDIDATES), embedder))
        for text, *ranked in zip(some, *rankings, strict=True):
            found[text] = _fused(ranked, count)
    return [found[statement(claim)] for claim in claims]


def _by_words(
    database: Database, corpus: Corpus, texts: Sequence[str], candidates: int
) -> list[list[Row]]:
    asked = [
        # An edition is one word that no other corpus has.
        {"number": number, "query": f"+edition:{corpus.edition} +text:({words})"}
        for number, text in enumerate(texts)
        if (words := " ".join(_WORD.findall(text.lower())[:LONGEST]))
    ]
    rows = database.run(
        "gate/leads_by_words", edition=corpus.edition, claims=asked, candidates=candidates
    )
    return _in_place(rows, len(texts))


def _by_vectors(
    database: Database, corpus: Corpus, texts: Sequence[str], candidates: int, embedder: Embedder
) -> list[list[Row]]:
    vectors = embedder.embed(texts)
    # Another corpus may have been stored with vectors of another dimension since.
    create_vector_indexes(database, vectors.dimension, ("passage_vectors",))
    asked = [
        {"number": number, "vector": database.vector(vectors[text])}
        for number, text in enumerate(texts)
        if text not in vectors.unusable
    ]
    rows = database.run(
        "gate/leads_by_vectors", edition=corpus.edition, claims=asked, candidates=candidates
    )
    return _in_place(rows, len(texts))


def _in_place(rows: Sequence[Row], count: int) -> list[list[Row]]:
    found: list[list[Row]] = [[] for _ in range(count)]
    for row in rows:
        found[row["number"]] = row["found"]
    return found


def _fused(rankings: Sequence[Sequence[Row]], count: int) -> tuple[Lead, ...]:
    """The best of several rankings; ties go by document and place."""
    scores: dict[tuple[str, int], float] = {}
    texts: dict[tuple[str, int], str] = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, start=1):
            place = row["document"], row["number"]
            scores[place] = scores.get(place, 0.0) + 1 / (RANK_OFFSET + rank)
            texts[place] = row["text"]
    rounded = {place: round(score, DIGITS) for place, score in scores.items()}
    best = sorted(rounded.items(), key=lambda item: (-item[1], item[0]))[:count]
    return tuple(
        Lead(f"{document}#{number}", document, texts[document, number], score)
        for (document, number), score in best
    )
