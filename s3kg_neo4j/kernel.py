"""The Weisfeiler-Lehman kernel of two graphs whose labels share one set of identities.

Source: Shervashidze et al. (2011), Weisfeiler-Lehman graph kernels; S3KG paper, section 4.3.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from s3kg_neo4j.measure import Kernel

Step = tuple[int, int, int]
"""One way from a node to a neighbour: (direction, relation identity, neighbour)."""


@dataclass(frozen=True, slots=True)
class WLGraph:
    """A graph as the kernel sees it.

    Attributes:
        labels: Identity of each node, in order of first appearance.
        steps: For each node, the ways to its neighbours.
    """

    labels: tuple[int, ...]
    steps: tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class KernelValues:
    """k(1,2), k(1,1), k(2,2): whole numbers, since they count equal colours."""

    cross: int
    first: int
    second: int

    @classmethod
    def of(cls, first: Sequence[int], second: Sequence[int]) -> "KernelValues":
        """The values of two graphs by the colours of their nodes."""
        one, two = Counter(first), Counter(second)
        return cls(
            cross=sum(count * two[colour] for colour, count in one.items()),
            first=sum(count * count for count in one.values()),
            second=sum(count * count for count in two.values()),
        )

    def plus(self, other: "KernelValues", times: int = 1) -> "KernelValues":
        """These values and, ``times`` over, the other ones."""
        return KernelValues(
            self.cross + times * other.cross,
            self.first + times * other.first,
            self.second + times * other.second,
        )

    @property
    def similarity(self) -> float:
        """S_WL = k(1,2)/√(k(1,1)·k(2,2)); 0 where a graph is empty."""
        norm = self.first * self.second
        return self.cross / math.sqrt(norm) if norm else 0.0


def wl_graph(
    labels: Sequence[int], edges: Sequence[tuple[int, int, int]], kernel: Kernel
) -> WLGraph:
    """Lay out the steps that ``kernel`` takes.

    Args:
        labels: Identity of each node, in order of first appearance.
        edges: (head, relation identity, tail); ends are indices into ``labels``.
        kernel: The preset's reading.
    """
    steps: list[list[Step]] = [[] for _ in labels]
    for head, identity, tail in edges:
        relation = identity if kernel.relations else 0
        if kernel.neighbourhood == "first_to_later":
            steps[min(head, tail)].append((0, relation, max(head, tail)))
        else:
            steps[head].append((0, relation, tail))
        if kernel.neighbourhood == "both":
            steps[tail].append((1, relation, head))
    if not kernel.parallel:
        steps = [list(dict.fromkeys(node)) for node in steps]
    return WLGraph(tuple(labels), tuple(map(tuple, steps)))


def wl_kernel(first: WLGraph, second: WLGraph, iterations: int, kernel: Kernel) -> KernelValues:
    """Refine both graphs together and count equal colours.

    Colours are numbered by a dictionary of signatures, so that no two signatures ever share
    one. A refinement that makes no new colour can make none later: the remaining iterations
    are then counted without being run.
    """
    colours = list(first.labels), list(second.labels)
    values = KernelValues.of(*colours)
    total = values
    distinct = len({*colours[0], *colours[1]})
    for done in range(iterations):
        colours = _refine((first, second), colours)
        values = KernelValues.of(*colours)
        refined = len({*colours[0], *colours[1]})
        if refined == distinct:
            total = total.plus(values, times=iterations - done)
            break
        distinct = refined
        total = total.plus(values)
    return total if kernel.cumulative else values


def _refine(
    graphs: tuple[WLGraph, WLGraph], colours: tuple[list[int], list[int]]
) -> tuple[list[int], list[int]]:
    numbers: dict[tuple[int, tuple[Step, ...]], int] = {}

    def refined(graph: WLGraph, old: list[int]) -> list[int]:
        return [
            numbers.setdefault(
                (own, tuple(sorted((way, rel, old[node]) for way, rel, node in steps))),
                len(numbers),
            )
            for own, steps in zip(old, graph.steps, strict=True)
        ]

    return refined(graphs[0], colours[0]), refined(graphs[1], colours[1])
