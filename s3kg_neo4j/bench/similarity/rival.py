"""What a careful script makes of S3KG with GraKeL and numpy: the measure of our speed.

It is written as one would with these libraries at hand and no thought of batches: the same
filter, alignment, kernel (KEA's reading, for GraKeL sees no relations) and blend, on vectors that
lie in a dictionary. ``encoding_every_comparison`` is the other way that is met in practice: each
comparison of two labels encodes both of them again.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Triplets = Sequence[tuple[str, str, str]]
Vector = NDArray[np.float32]

THRESHOLD, ITERATIONS, ALPHA = 0.65, 5, 0.5


def script_score(first: Triplets, second: Triplets, vectors: Mapping[str, Vector]) -> float:
    """S3KG of two triplet lists."""
    one = np.array([vectors[" ".join(triplet)] for triplet in first])
    two = np.array([vectors[" ".join(triplet)] for triplet in second])
    kept = list(dict.fromkeys(_cosines(one, two).argmax(axis=1).tolist()))
    answer = [second[index] for index in kept]
    nodes = list(dict.fromkeys(end for h, _, t in first for end in (h, t)))
    others = list(dict.fromkeys(end for h, _, t in answer for end in (h, t)))
    found = _cosines(
        np.array([vectors[node] for node in nodes]), np.array([vectors[node] for node in others])
    )
    labels = {
        node: others[int(row.argmax())] if row.max() > THRESHOLD else f"own {node}"
        for node, row in zip(nodes, found, strict=True)
    }
    s_wl = _kernel((first, labels), (answer, {node: node for node in others}))
    pooled = one.mean(axis=0), two[kept].mean(axis=0)
    s_sbert = float(_cosines(pooled[0][None], pooled[1][None])[0, 0])
    return (1 - ALPHA) * s_wl + ALPHA * max(0.0, s_sbert)


def _cosines(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    one = first / np.linalg.norm(first, axis=1, keepdims=True)
    two = second / np.linalg.norm(second, axis=1, keepdims=True)
    found: NDArray[np.float32] = one @ two.T
    return found


def _kernel(*graphs: tuple[Triplets, Mapping[str, str]]) -> float:
    from grakel import Graph
    from grakel.kernels import VertexHistogram, WeisfeilerLehman

    made = []
    for triplets, labels in graphs:
        edges: dict[str, list[str]] = {node: [] for node in labels}
        for head, _, tail in triplets:
            edges[head].append(tail)
        made.append(Graph(edges, node_labels=dict(labels), graph_format="dictionary"))
    kernel = WeisfeilerLehman(n_iter=ITERATIONS, base_graph_kernel=VertexHistogram, normalize=True)
    return float(kernel.fit_transform(made)[0, 1])


def encoding_every_comparison(
    first: Triplets, second: Triplets, encode: Callable[[str], Vector]
) -> int:
    """Encode what a pair needs where nothing is remembered; how many strings that were.

    Triplets are encoded once each; every comparison of two labels encodes both.
    """
    strings = [" ".join(triplet) for triplet in (*first, *second)]
    for kind in (lambda t: (t[0], t[2]), lambda t: (t[1],)):
        one, two = (
            list(dict.fromkeys(label for t in side for label in kind(t)))
            for side in (first, second)
        )
        strings += [label for a in one for b in two for label in (a, b)]
    for string in strings:
        encode(string)
    return len(strings)
