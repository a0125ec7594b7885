"""Stage: whom an unresolved name may have meant. Suggestions only: no verdict rests on them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.database import Database, batches
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.gate.model import Judged
from s3kg_neo4j.gate.values import is_pronoun, name_key
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.store import create_vector_indexes

CANDIDATES = 20
"""Names that an index proposes for each mention."""

BATCH = 1000
"""Names of one transaction."""

LONGEST = 20
"""Words of a mention that are looked for."""

LEAST = 0.6
"""String similarity or cosine under which nothing is suggested."""

_WORD = re.compile(r"\w+")


Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An entity that a mention may have meant.

    Attributes:
        entity: Its id.
        name: Its name.
        similarity: Of the strings, 0 to 1, whatever the order of their words.
        cosine: Of the vectors; None where the reference has none.
    """

    entity: str
    name: str
    similarity: float
    cosine: float | None = None

    @property
    def score(self) -> float:
        """The greater of the two."""
        return max(self.similarity, self.cosine or 0.0)

    def __str__(self) -> str:
        """As a table has it."""
        return f"{self.name} ({self.entity}) {self.score:.2f}"


def index_names(database: Database, reference: str, embedder: Embedder, encoder: str) -> int:
    """Put vectors on the names of a reference, and an index over them; goes on where it stopped.

    Returns:
        How many names got one.
    """
    done = 0
    with Progress("names") as progress:
        while rows := database.run("gate/read_names", reference=reference, limit=BATCH):
            vectors = embedder.embed([row["text"] for row in rows])
            if not done:
                create_vector_indexes(database, vectors.dimension, ("ref_name_vectors",))
            matrix = vectors.matrix([row["text"] for row in rows])
            database.run(
                "gate/write_name_vectors",
                rows=[
                    {"key": row["key"], "vector": database.vector(vector)}
                    for row, vector in zip(rows, matrix, strict=True)
                ],
            )
            done += len(rows)
            progress.advance(len(rows))
    database.run("gate/mark_encoder", reference=reference, encoder=encoder)
    return done


def unresolved(judged: Iterable[Judged]) -> list[str]:
    """Mentions that name no entity and can be looked for, each once, sorted."""
    mentions = {
        mention
        for one in judged
        for mention, entity in ((one.claim.subject, one.subject), (one.claim.object, one.object))
        if not entity and not is_pronoun(mention) and _WORD.search(name_key(mention))
    }
    return sorted(mentions)


def suggest(
    database: Database,
    reference: str,
    mentions: Sequence[str],
    count: int,
    embedder: Embedder | None = None,
) -> dict[str, tuple[Suggestion, ...]]:
    """The ``count`` entities that each mention comes nearest to, best first.

    Args:
        database: Holds the reference.
        reference: Its name.
        mentions: As claims have them.
        count: Suggestions at most for each.
        embedder: Of the vectors of the reference's names, if it has any (``index_names``).
    """
    texts = {mention: name_key(mention) for mention in mentions}
    found: dict[str, list[Row]] = {}
    for some in batches(sorted(set(texts.values())), BATCH):
        found |= _candidates(database, reference, some, embedder)
    return {mention: _best(text, found[text], count) for mention, text in texts.items()}


def _candidates(
    database: Database, reference: str, texts: Sequence[str], embedder: Embedder | None
) -> dict[str, list[Row]]:
    """What the indexes propose for each normalised mention."""
    keys = {f"{reference}|{text}": text for text in texts}
    words = [{"key": key, "query": _fuzzy(reference, text)} for key, text in keys.items()]
    rows = database.run(
        "gate/suggest_by_words", reference=reference, mentions=words, candidates=CANDIDATES
    )
    if embedder is not None:
        vectors = embedder.embed(texts)
        near = [
            {"key": key, "vector": database.vector(vectors[text])} for key, text in keys.items()
        ]
        rows += database.run(
            "gate/suggest_by_vectors", reference=reference, mentions=near, candidates=CANDIDATES
        )
    found: dict[str, list[Row]] = {text: [] for text in texts}
    for row in rows:
        found[keys[row["key"]]] += row["found"]
    return found


def _best(text: str, rows: Sequence[Row], count: int) -> tuple[Suggestion, ...]:
    from rapidfuzz import fuzz  # noqa: PLC0415

    best: dict[str, Suggestion] = {}
    for row in rows:
        similarity = fuzz.token_sort_ratio(text, row["text"]) / 100
        one = Suggestion(row["entity"], row["name"], similarity, row.get("cosine"))
        known = best.get(one.entity)
        if one.score >= LEAST and (known is None or one.score > known.score):
            best[one.entity] = one
    return tuple(sorted(best.values(), key=lambda one: (-one.score, one.entity))[:count])


def _fuzzy(reference: str, text: str) -> str:
    """A query of Lucene for names of a reference with some of the words, give or take letters."""
    words = " ".join(f"{word}~" for word in _WORD.findall(text.lower())[:LONGEST])
    name = " ".join(_WORD.findall(reference))
    return f'+reference:"{name}" +text:({words})'
