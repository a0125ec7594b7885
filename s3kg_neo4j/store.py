"""Stage: questions as labelled subgraphs; storing the same again changes nothing."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from s3kg_neo4j.catalog import catalog
from s3kg_neo4j.database import Database, Runner, batches
from s3kg_neo4j.embed import Vectors
from s3kg_neo4j.errors import DatabaseError
from s3kg_neo4j.graph import Label
from s3kg_neo4j.guards import features
from s3kg_neo4j.model import Source, Triplet
from s3kg_neo4j.subgraphs import QuestionGraphs, Subgraph

DELETE_BATCH = 200
"""Graphs or comparisons removed in one transaction."""

GRAPH_VECTORS = ("entity_vectors", "relation_vectors", "triplet_vectors")
INDEX_SECONDS = 300
"""How long an index may take to come up."""


def create_schema(database: Database) -> None:
    """Create the constraints that are not there yet."""
    for name, query in catalog().items():
        if name.startswith("schema/unique") and query.mode == "schema":
            database.run(name)


def create_vector_indexes(
    database: Database, dimension: int, indexes: Sequence[str] = GRAPH_VECTORS
) -> None:
    """Create the vector indexes, or make them again where they are for another dimension.

    Every run puts the vectors of its own encoder on the graphs that it compares, so vectors of
    two encoders never meet; an index of another dimension would leave the new ones out.

    Raises:
        DatabaseError: An index did not come up in time; its name and state are given.
    """
    if not database.server.search:
        return
    known = {row["name"]: row["dimension"] for row in database.run("schema/read_vector_indexes")}
    for index in indexes:
        if known.get(index, dimension) != dimension:
            database.run(f"schema/drop_{index}")
        database.run(f"schema/{index}", dimension=dimension)
    database.run("schema/await_indexes", seconds=INDEX_SECONDS)
    for row in database.run("schema/read_vector_indexes"):
        if row["state"] != "ONLINE":
            raise DatabaseError(
                f"index {row['name']} is {row['state']} after {INDEX_SECONDS} s; "
                "look into the server's log (`s3kg server logs`)"
            )


def store_questions(database: Database, questions: Sequence[QuestionGraphs]) -> None:
    """Store questions in one transaction: each whole, or none of them.

    A graph whose digest is stored already is left alone; other content under the same gid
    replaces the graph and its comparisons.
    """
    database.transaction(lambda runner: _store(runner, questions))


def _store(runner: Runner, questions: Sequence[QuestionGraphs]) -> None:
    names = [{"dataset": q.dataset, "qid": q.question.id} for q in questions]
    texts = [question.question.text for question in questions]
    # First of all: a run that stores the same questions at the same time waits here.
    runner.run(
        "store/merge_questions",
        questions=[name | {"text": text} for name, text in zip(names, texts, strict=True)],
    )
    graphs = [subgraph for question in questions for subgraph in question.graphs]
    found = runner.run("store/read_digests", gids=[subgraph.gid for subgraph in graphs])
    stored = {row["gid"]: row["digest"] for row in found}
    new = {g.gid: g for g in graphs if stored.get(g.gid) != g.digest}
    replaced = [gid for gid in new if gid in stored]
    if replaced:
        runner.run("store/delete_graphs", gids=replaced)
    runner.run(
        "store/create_graphs",
        questions=[
            name
            | {
                "graphs": [_graph_row(g) for g in question.graphs if g.gid in new],
                "links": [
                    {
                        "answer": answer.llm.gid,
                        "gold": answer.gold.gid if answer.gold else None,
                        "context": answer.context.gid if answer.context else None,
                    }
                    for answer in question.answers
                ],
            }
            for name, question in zip(names, questions, strict=True)
        ],
    )
    if new:
        runner.run("store/create_triplets", graphs=[_triplet_rows(g) for g in new.values()])


def store_vectors(
    database: Database, subgraphs: Sequence[Subgraph], vectors: Vectors, encoder: str
) -> None:
    """Put the vectors of labels and triplets on their nodes; unusable ones are left out.

    Graphs that carry vectors of this encoder and revision already are left alone.
    """
    found = database.run("embed/read_encoders", gids=[subgraph.gid for subgraph in subgraphs])
    encoders = {row["gid"]: row["encoder"] for row in found}
    new = [subgraph for subgraph in subgraphs if encoders.get(subgraph.gid) != encoder]
    rows: dict[str, list[dict[str, Any]]] = {"entities": [], "relations": [], "triplets": []}
    for subgraph in new:
        graph = subgraph.graph
        items: dict[str, list[tuple[str | int, str]]] = {
            "entities": [(label.key, label.text) for label in graph.entities],
            "relations": [(label.key, label.text) for label in graph.relations],
            "triplets": [(idx, edge.text) for idx, edge in enumerate(graph.edges)],
        }
        for kind, named in items.items():
            matrix = vectors.matrix([text for _, text in named])
            norms = np.linalg.norm(matrix.astype(np.float64), axis=1)
            rows[kind] += [
                {"gid": subgraph.gid, "key": key, "vector": database.vector(row), "norm": norm}
                for (key, _), row, norm in zip(named, matrix, norms.tolist(), strict=True)
                if norm > 0
            ]
    for kind, values in rows.items():
        database.run(f"embed/write_{kind}_vectors", rows=values)
    database.run("embed/write_encoders", gids=[subgraph.gid for subgraph in new], encoder=encoder)


def delete_dataset(database: Database, dataset: str) -> int:
    """Remove a data set with everything that was made of it; nothing else is touched.

    Returns:
        How many graphs it had.
    """
    gids = [row["gid"] for row in database.run("store/read_dataset_graphs", dataset=dataset)]
    for batch in batches(gids, DELETE_BATCH):
        database.run("store/delete_graphs", gids=list(batch))
    database.run("store/delete_questions", dataset=dataset)
    return len(gids)


def prune_comparisons(database: Database, dataset: str | None) -> int:
    """Keep the newest comparison of each answer, kind, preset and direction.

    Returns:
        How many were removed.
    """
    rows = database.run("store/read_stale_comparisons", dataset=dataset)
    for batch in batches([row["id"] for row in rows], DELETE_BATCH):
        database.run("align/delete_alignment", comparisons=list(batch))
        database.run("store/delete_comparisons", comparisons=list(batch))
    return len(rows)


def _graph_row(subgraph: Subgraph) -> dict[str, Any]:
    answer = subgraph.answer
    return {
        "gid": subgraph.gid,
        "role": subgraph.role,
        "properties": {
            "digest": subgraph.digest,
            "status": subgraph.source.extraction,
            "text": subgraph.source.text,
            "model": answer.model if answer else None,
            "temperature": answer.temperature if answer else None,
            "repeat": answer.repeat if answer else None,
            "rejected": [f"{r.index}: {r.reason}" for r in subgraph.source.rejected],
        },
    }


def _triplet_rows(subgraph: Subgraph) -> dict[str, Any]:
    graph = subgraph.graph
    said = _passages(subgraph.source)
    return {
        "gid": subgraph.gid,
        "role": subgraph.role,
        "entities": _label_rows(graph.entities),
        "relations": _label_rows(graph.relations),
        "triplets": [
            [
                *(edge.head, edge.relation, edge.tail, edge.text, edge.multiplicity),
                *(edge.raw.head, edge.raw.relation, edge.raw.tail),
                said.get(edge.raw),
            ]
            for edge in graph.edges
        ],
    }


def _passages(source: Source) -> dict[Triplet, str]:
    """What the text says where each triplet was first found, as far as that is known."""
    found: dict[Triplet, str] = {}
    for triplet, origin in zip(source.triplets or (), source.origins, strict=False):
        if origin is not None and origin.start is not None:
            found.setdefault(triplet, source.text[origin.start : origin.end])
    return found


def _label_rows(labels: Sequence[Label]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for idx, label in enumerate(labels):
        guarded = features(label.names, label.known)
        rows.append(
            [
                *(idx, label.text, label.key, list(label.names)),
                *(list(guarded.quantities), guarded.negated),
                *(list(guarded.words), list(guarded.opposites)),
            ]
        )
    return rows
