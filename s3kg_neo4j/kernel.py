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
    size = len(first.labels)
    colours = [*first.labels, *second.labels]
    ways = _ways(first, 0) + _ways(second, size)
    # Counts of the iterations that are part of the sum, with how often.
    summed = [(colours, 1)] if kernel.cumulative else []
    distinct = len(set(colours))
    for done in range(iterations):
        colours, refined = _refine(ways, colours)
        final = refined == distinct
        if kernel.cumulative:
            summed.append((colours, iterations - done if final else 1))
        if final:
            break
        distinct = refined
    total = KernelValues(0, 0, 0)
    for found, times in summed or [(colours, 1)]:
        total = total.plus(KernelValues.of(found[:size], found[size:]), times)
    return total


def wl_colours(
    first: WLGraph, second: WLGraph, iterations: int
) -> list[tuple[list[int], list[int]]]:
    """The colours of both graphs' nodes, in the order of nodes, after 0, 1, ... refinements."""
    size = len(first.labels)
    colours = [*first.labels, *second.labels]
    ways = _ways(first, 0) + _ways(second, size)
    rounds = [(colours[:size], colours[size:])]
    for _ in range(iterations):
        colours, _ = _refine(ways, colours)
        rounds.append((colours[:size], colours[size:]))
    return rounds


Way = tuple[int, int]
"""Direction and relation identity as one number, and the neighbour."""


def _ways(graph: WLGraph, offset: int) -> list[list[Way]]:
    return [
        [(2 * relation + direction, node + offset) for direction, relation, node in steps]
        for steps in graph.steps
    ]


def _refine(ways: Sequence[Sequence[Way]], colours: Sequence[int]) -> tuple[list[int], int]:
    """New colours, and how many distinct ones there are."""
    numbers: dict[int | tuple[int, ...], int] = {}
    refined = []
    span = max(colours, default=0) + 1
    for own, around in zip(colours, ways, strict=True):
        # A way and a colour make one number, and no two make the same. The common cases are
        # spelt out: this is the innermost loop of the memory engine.
        signature: int | tuple[int, ...]
        if not around:
            signature = own
        elif len(around) == 1:
            ((way, node),) = around
            signature = (own, way * span + colours[node])
        else:
            signature = (own, *sorted([way * span + colours[node] for way, node in around]))
        refined.append(numbers.setdefault(signature, len(numbers)))
    return refined, len(numbers)
