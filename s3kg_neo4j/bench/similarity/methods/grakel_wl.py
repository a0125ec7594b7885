"""GraKeL's Weisfeiler-Lehman kernel: on exact labels (WL) and on aligned ones (KEA Explain).

GraKeL sees neither relations nor parallel edges; edges keep their direction.
"""

from collections.abc import Sequence

from s3kg_neo4j.alignment import align
from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.measure import Measure, Preset

ITERATIONS = 5


def grakel_similarity(
    first: tuple[Sequence[int], Graph], second: tuple[Sequence[int], Graph]
) -> float:
    """Normalised kernel of two graphs with the labels of their nodes."""
    from grakel import Graph as GrakelGraph
    from grakel.kernels import VertexHistogram, WeisfeilerLehman

    graphs = [
        GrakelGraph(
            {node: [e.tail for e in graph.edges if e.head == node] for node in range(len(labels))},
            node_labels=dict(enumerate(labels)),
            graph_format="dictionary",
        )
        for labels, graph in (first, second)
    ]
    kernel = WeisfeilerLehman(n_iter=ITERATIONS, base_graph_kernel=VertexHistogram, normalize=True)
    return float(kernel.fit_transform(graphs)[0, 1])


def _exact(first: Graph, second: Graph) -> float:
    numbers: dict[str, int] = {}
    one, two = (
        [numbers.setdefault(label.text, len(numbers)) for label in graph.entities]
        for graph in (first, second)
    )
    return grakel_similarity((one, first), (two, second))


def _kea(batch: Batch) -> Scored:
    measure = Measure(preset=Preset.KEA, filter=False)

    def score(first: Graph, second: Graph) -> float:
        cosine = part_cosines(first, second, batch.graph_vectors)
        taken = {c.source: c.target for c in align(first, second, cosine, measure).entities}
        others = len(second.entities)
        labels = [taken.get(index, others + index) for index in range(len(first.entities))]
        return grakel_similarity((labels, first), (range(others), second))

    return each(score, batch.graphs)


METHODS = (
    Method(
        name="wl",
        title=f"WL kernel on exact labels, h {ITERATIONS}",
        kind="graphs",
        version="1",
        citation="Shervashidze et al. 2011; Siglidis et al. 2020, GraKeL",
        licence="BSD-3-Clause",
        score=lambda batch: each(_exact, batch.graphs),
        packages=("grakel",),
        extra="bench",
    ),
    Method(
        name="kea",
        title=f"WL kernel on aligned labels, h {ITERATIONS}, τ .65",
        kind="graphs",
        version="1",
        citation="Haskins and Adams 2025, KEA Explain; GraKeL",
        licence="BSD-3-Clause",
        score=_kea,
        packages=("grakel",),
        extra="bench",
        encoder=True,
    ),
)
