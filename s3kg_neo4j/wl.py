"""Stage: Weisfeiler-Lehman refinement as iterative Cypher, a whole batch of comparisons at a time.

The state between two iterations travels as parameters, so nothing is left in the database by
a run that is killed, and two runs cannot disturb each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from s3kg_neo4j.database import Database, Row
from s3kg_neo4j.kernel import KernelValues
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.subgraphs import Comparison

Colours = tuple[list[int | None], list[int | None]]


@dataclass(frozen=True, slots=True)
class Refinement:
    """What the iterations made of one comparison.

    Attributes:
        values: The kernel's values over the iterations that the preset counts.
        colours: For each side, the colours by idx of the entity, iteration by iteration.
    """

    values: KernelValues
    colours: tuple[Colours, ...]


class _State:
    """One comparison between two iterations."""

    def __init__(self, comparison: Comparison, row: Row) -> None:
        first, second = comparison.ends
        ranks: list[int | None] = [None] * len(second.graph.entities)
        start: list[int | None] = [None] * len(second.graph.entities)
        for rank, idx in enumerate(row["kept"]):
            ranks[idx], start[idx] = rank, idx
        self._row = {
            "id": comparison.id,
            "first": first.gid,
            "relations": row["relations"],
            "ranks": [list(range(len(first.graph.entities))), ranks],
        }
        self.colours: list[Colours] = [(row["entities"], start)]
        self.total = self.values = self._count()
        self.stable = False

    def parameters(self) -> Row:
        return self._row | {"colours": list(self.colours[-1])}

    def refine(self, groups: Sequence[Sequence[tuple[int, int]]]) -> None:
        before = self.colours[-1]
        distinct = {c for side in before for c in side if c is not None}
        colours: Colours = ([None] * len(before[0]), [None] * len(before[1]))
        for colour, group in enumerate(groups):
            for side, idx in group:
                colours[side][idx] = colour
        self.colours.append(colours)
        self.stable = len(distinct) == len(groups)
        self.values = self._count()

    def add(self, times: int) -> None:
        self.total = self.total.plus(self.values, times)

    def _count(self) -> KernelValues:
        return KernelValues.of(*([c for c in side if c is not None] for side in self.colours[-1]))


def refine(
    database: Database, comparisons: Sequence[Comparison], measure: Measure
) -> list[Refinement]:
    """Refine the colours of each comparison's two graphs up to K times.

    A comparison whose refinement makes no new colour is finished: the remaining iterations
    are counted without being run.
    """
    kernel = measure.kernel
    identities = database.run(
        "wl/read_identities",
        comparisons=[
            {"id": c.id, "first": c.ends[0].gid, "second": c.ends[1].gid} for c in comparisons
        ],
    )
    rows = {row["id"]: row for row in identities}
    states = {c.id: _State(c, rows[c.id]) for c in comparisons}
    for done in range(measure.iterations):
        open_states = [state for state in states.values() if not state.stable]
        if not open_states:
            break
        refined = database.run(
            "wl/refine_colours",
            comparisons=[state.parameters() for state in open_states],
            neighbourhood=kernel.neighbourhood,
            relations=kernel.relations,
            parallel=kernel.parallel,
        )
        for row in refined:
            state = states[row["id"]]
            state.refine(row["groups"])
            state.add(measure.iterations - done if state.stable else 1)
    return [
        Refinement(
            values=states[c.id].total if kernel.cumulative else states[c.id].values,
            colours=tuple(states[c.id].colours),
        )
        for c in comparisons
    ]


def write_colours(
    database: Database, comparisons: Sequence[Comparison], refinements: Sequence[Refinement]
) -> None:
    """Keep the colours as COLOURED edges from the comparison to its entities."""
    rows: list[Row] = []
    for comparison, refinement in zip(comparisons, refinements, strict=True):
        for side, subgraph in enumerate(comparison.ends):
            steps = [colours[side] for colours in refinement.colours]
            entities = [
                [label.key, [step[idx] for step in steps]]
                for idx, label in enumerate(subgraph.graph.entities)
                if steps[0][idx] is not None
            ]
            rows.append(
                {"id": comparison.id, "gid": subgraph.gid, "side": side, "entities": entities}
            )
    database.run("wl/write_colours", comparisons=rows)
