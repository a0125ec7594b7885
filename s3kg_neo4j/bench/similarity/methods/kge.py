"""TransE (Bordes et al. 2013) and RotatE (Sun et al. 2019): graphs by their entities' vectors.

A model is trained on the triplets of a batch of pairs, so that an entity that stands in several
graphs has one vector. Graphs are compared entity by entity: each entity's best cosine in the
other graph, averaged over both graphs. Triplets themselves are not compared; a vector knows its
relations only as far as the training put them into it.
"""

import gc
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.graph import Graph

DIMENSION, EPOCHS, BATCH_SIZE, RATE, SEED = 50, 100, 512, 0.01, 7

Floats = NDArray[np.float64]


def entity_vectors(graphs: list[Graph], model: str) -> dict[str, Floats]:
    """A vector of length 1 for each entity label, trained on all triplets of the graphs."""
    import torch
    from pykeen.models import model_resolver
    from pykeen.training import SLCWATrainingLoop
    from pykeen.triples import TriplesFactory

    logging.getLogger("pykeen").setLevel(logging.ERROR)
    # Steps are small: on a busy machine two threads wait for each other minutes on end.
    torch.set_num_threads(1)
    rows = [
        (graph.entities[e.head].text, graph.relations[e.relation].text, graph.entities[e.tail].text)
        for graph in graphs
        for e in graph.edges
    ]
    factory = TriplesFactory.from_labeled_triples(np.array(sorted(set(rows)), dtype=str))
    trained: Any = model_resolver.make(
        model, triples_factory=factory, embedding_dim=DIMENSION, random_seed=SEED
    )
    optimiser = torch.optim.Adam(trained.parameters(), lr=RATE)
    loop = SLCWATrainingLoop(model=trained, triples_factory=factory, optimizer=optimiser)
    with warnings.catch_warnings(), _nothing_collected():
        # The loader would like an accelerator, the loop another way to shuffle.
        warnings.filterwarnings("ignore", message=".*pin_memory", category=UserWarning)
        warnings.filterwarnings("ignore", message=".*always shuffled", category=DeprecationWarning)
        loop.train(
            factory,
            num_epochs=EPOCHS,
            batch_size=min(BATCH_SIZE, factory.num_triples),
            use_tqdm=False,
        )
    matrix = trained.entity_representations[0]().detach().cpu()
    if matrix.is_complex():
        matrix = torch.view_as_real(matrix).flatten(start_dim=1)
    vectors = matrix.numpy().astype(np.float64)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return {label: vectors[place] for label, place in factory.entity_to_id.items()}


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Spare the garbage collector what is there: PyKEEN calls it after every epoch, .5 s each."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _score(batch: Batch, model: str) -> Scored:
    graphs = [graph for pair in batch.graphs if pair for graph in pair]
    if not graphs:
        return Scored([None] * len(batch.graphs))
    vectors = entity_vectors(graphs, model)

    def score(first: Graph, second: Graph) -> float:
        one, two = (
            np.array([vectors[label.text] for label in graph.entities]) for graph in (first, second)
        )
        cosines = one @ two.T
        return float((cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2)

    return each(score, batch.graphs)


METHODS = tuple(
    Method(
        name=name.casefold(),
        title=f"best cosines of {name} entity vectors, both ways",
        kind="graphs",
        version="1",
        citation=f"{paper}; Ali et al. 2021, PyKEEN",
        licence="MIT",
        score=partial(_score, model=name),
        packages=("pykeen", "torch"),
        extra="kge",
        heavy=True,
    )
    for name, paper in (("TransE", "Bordes et al. 2013"), ("RotatE", "Sun et al. 2019"))
)
