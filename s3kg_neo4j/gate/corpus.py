"""Stage: the user's own documents as passages in the database, beside the reference graphs.

What is stored of a corpus is an edition, named by the hash of all that it was made of. A new
edition is written beside the old one, and a mark that changes in one transaction says which
counts: whenever a load is killed, the earlier edition is there whole. Loading the same again
changes nothing.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from s3kg_neo4j.database import Database, Runner
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.errors import InputError, UsageError
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.sentences import passages
from s3kg_neo4j.store import INDEX_SECONDS, create_vector_indexes

LONGEST = 600
"""Characters of a passage: about a hundred words, which every encoder reads to the end."""

BATCH = 500
"""Passages of one transaction."""

DELETE_BATCH = 5000

SCHEMA = ("unique_corpus", "unique_document", "unique_passage", "passage_text")

Texts = Iterable[tuple[str, str] | BadRecord]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents that are stored whole under a name.

    Attributes:
        name: The name.
        edition: Hash of all that was stored.
        encoder: Name of the encoder whose vectors the passages have, "" for none.
        documents: How many there are.
        passages: How many they were cut into.
    """

    name: str
    edition: str
    encoder: str
    documents: int
    passages: int


def load_documents(
    database: Database,
    name: str,
    read: Callable[[], Texts],
    embedder: Embedder | None = None,
    encoder: str = "",
) -> Corpus:
    """Store documents under ``name``, whole or not at all; others of that name are replaced.

    Args:
        database: Where to; passages get vectors where it can filter look-ups of them.
        name: Of the corpus.
        read: Gives id and text of each document; called twice.
        embedder: Gives the vectors, if there are to be any.
        encoder: The name by which the embedder is loaded again.

    Raises:
        UsageError: The name cannot be one.
        InputError: A document cannot be read, has no text, or there is none.
    """
    if not name.strip() or "|" in name:
        raise UsageError(f"--name: expected text without a bar, got {name!r}")
    if not database.server.search:
        embedder = None
    edition = _edition(name, read(), embedder)
    for query in SCHEMA:
        database.run(f"schema/{query}")
    database.run("schema/await_indexes", seconds=INDEX_SECONDS)
    stored = {corpus.name: corpus for corpus in list_corpora(database)}.get(name)
    _delete(database, name, keep=stored.edition if stored else "")  # what a killed load left
    if stored and stored.edition == edition:
        return stored
    documents = written = 0
    with Progress("passages") as progress:
        for rows in _batches(_rows(read())):
            _write(database, name, edition, rows, embedder)
            documents, written = rows[-1]["document"], written + len(rows)
            progress.advance(len(rows))
    corpus = Corpus(name, edition, encoder if embedder else "", documents, written)
    properties = {key: value for key, value in asdict(corpus).items() if key != "name"}
    database.run("gate/finish_corpus", corpus=name, properties=properties)
    _delete(database, name, keep=edition)
    return corpus


def list_corpora(database: Database) -> list[Corpus]:
    """What is stored whole, by name."""
    return [Corpus(**row) for row in database.run("gate/list_corpora")]


def find_corpus(database: Database, name: str) -> Corpus:
    """The corpus of that name.

    Raises:
        InputError: It is not stored.
    """
    for corpus in list_corpora(database):
        if corpus.name == name:
            return corpus
    raise _not_stored(name)


def delete_documents(database: Database, name: str) -> None:
    """Remove a corpus, some nodes at a time.

    Raises:
        InputError: Nothing of it is stored.
    """
    if not _delete(database, name, keep=""):
        raise _not_stored(name)


def _not_stored(name: str) -> InputError:
    return InputError(f"documents {name!r}: not stored; see `s3kg documents list`")


def _edition(name: str, texts: Texts, embedder: Embedder | None) -> str:
    """Hash of everything that is stored; every text is read and checked on the way."""
    digest = hashlib.blake2b(digest_size=12)

    def add(*parts: str | int) -> None:
        digest.update(json.dumps(parts).encode())

    add(name, LONGEST, embedder.identity if embedder else "")
    ids: set[str] = set()
    for own, text in _checked(texts):
        if own in ids:
            raise InputError(f"document {own!r}: expected each id once; give it an id of its own")
        ids.add(own)
        add(own, text)
    if not ids:
        raise InputError(f"documents {name!r}: expected texts, found none")
    return digest.hexdigest()


def _checked(texts: Texts) -> Iterator[tuple[str, str]]:
    for item in texts:
        if isinstance(item, BadRecord):
            raise InputError(str(item))
        if not item[1].strip():
            raise InputError(f"document {item[0]!r}: expected text, found none; remove it")
        yield item


def _rows(texts: Texts) -> Iterator[Row]:
    """Passages; documents and the passages of each count from 1."""
    for document, (own, text) in enumerate(_checked(texts), start=1):
        for number, passage in enumerate(passages(text.strip(), LONGEST), start=1):
            yield {"document": document, "id": own, "number": number, "text": passage}


def _write(
    database: Database, name: str, edition: str, rows: list[Row], embedder: Embedder | None
) -> None:
    vectors: list[Row] = []
    if embedder is not None:
        found = embedder.embed(row["text"] for row in rows)
        create_vector_indexes(database, found.dimension, ("passage_vectors",))
        vectors = [
            {key: row[key] for key in ("document", "number")}
            | {"vector": database.vector(found[row["text"]])}
            for row in rows
            if row["text"] not in found.unusable
        ]

    def write(runner: Runner) -> None:
        runner.run("gate/create_passages", corpus=name, edition=edition, passages=rows)
        runner.run("gate/write_passage_vectors", corpus=name, edition=edition, rows=vectors)

    database.transaction(write)


def _delete(database: Database, name: str, keep: str) -> int:
    """Remove all editions but one; how many nodes that were."""
    deleted = 0
    while some := database.run("gate/delete_passages", corpus=name, keep=keep, limit=DELETE_BATCH)[
        0
    ]["deleted"]:
        deleted += some
    return deleted


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while batch := list(islice(rows, BATCH)):
        yield batch
