"""Graph edit distance (as in ExplaGraphs, Saha et al. 2021), the bound that networkx finds first.

The exact distance takes exponential time. The first edit path that networkx finds follows the
best assignment at each step and bounds the distance from above; it is the same in every run.
"""

from s3kg_neo4j.bench.similarity.method import Method, each
from s3kg_neo4j.graph import Graph


def edit_similarity(first: Graph, second: Graph) -> float:
    """1 - distance / (nodes and edges of both graphs)."""
    import networkx

    graphs = []
    for graph in (first, second):
        made = networkx.DiGraph()
        for index, label in enumerate(graph.entities):
            made.add_node(index, label=label.text)
        for edge in graph.edges:
            labels = made.get_edge_data(edge.head, edge.tail, {"labels": frozenset()})["labels"]
            made.add_edge(
                edge.head, edge.tail, labels=labels | {graph.relations[edge.relation].text}
            )
        graphs.append(made)
    bounds = networkx.optimize_graph_edit_distance(
        *graphs,
        node_match=lambda a, b: a["label"] == b["label"],
        edge_match=lambda a, b: a["labels"] == b["labels"],
    )
    size = sum(int(made.number_of_nodes() + made.number_of_edges()) for made in graphs)
    return 1 - float(next(bounds)) / size


METHODS = (
    Method(
        name="edit-distance",
        title="1 - normalised graph edit distance (first upper bound)",
        kind="graphs",
        version="1",
        citation="Saha et al. 2021, ExplaGraphs; Abu-Aisheh et al. 2015 (networkx)",
        licence="BSD-3-Clause",
        score=lambda batch: each(edit_similarity, batch.graphs),
        packages=("networkx",),
        heavy=True,
    ),
)
