"""What is measured: the presets of S3KG and every option that changes a number."""

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Literal

from s3kg_neo4j.errors import UsageError

DECIMALS = 6
"""A deciding cosine is rounded once to so many decimals, in every engine."""

Neighbourhood = Literal["out", "both", "first_to_later"]


class Direction(StrEnum):
    """Which graph is T1, the one whose triplets look for a counterpart."""

    ANSWER_FIRST = "answer_first"
    REFERENCE_FIRST = "reference_first"
    BOTH = "both"


class Preset(StrEnum):
    """The readings of the paper (see docs/measure.md)."""

    PAPER = "paper"
    CUMULATIVE = "cumulative"
    TEXTBOOK = "textbook"
    KEA = "kea"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Kernel:
    """How the Weisfeiler-Lehman kernel reads a graph.

    Attributes:
        neighbourhood: ``out`` follows edges, ``both`` also against them (direction kept),
            ``first_to_later`` walks one edge for each unordered pair of entities, from the one
            that appeared first.
        relations: Whether relation identities are part of a neighbourhood.
        cumulative: Histograms summed over the iterations 0..K, or iteration K alone.
        parallel: Whether parallel edges that look the same count each.
    """

    neighbourhood: Neighbourhood
    relations: bool
    cumulative: bool
    parallel: bool = True


KERNELS: dict[Preset, Kernel] = {
    Preset.PAPER: Kernel("out", relations=True, cumulative=False),
    Preset.CUMULATIVE: Kernel("out", relations=True, cumulative=True),
    Preset.TEXTBOOK: Kernel("both", relations=True, cumulative=True),
    Preset.KEA: Kernel("out", relations=False, cumulative=True, parallel=False),
    Preset.PUBLISHED: Kernel("first_to_later", relations=False, cumulative=True, parallel=False),
}


@dataclass(frozen=True, slots=True)
class TauRules:
    """Rules of the triplet analysis unit.

    Attributes:
        mode: ``guarded``, or the paper's ``sentence`` (aligned before the others, no guards).
        theta: Least sentence cosine of an aligned pair.
        same: Least cosine of two parts that mean the same.
        related: A relation cosine below this is a relation mismatch.
        assignment: How aligned pairs are made one-to-one.
        symmetric: Relations (normalised) whose ends may be exchanged.
    """

    mode: Literal["guarded", "sentence"] = "guarded"
    theta: float = 0.8
    same: float = 0.8
    related: float = 0.5
    assignment: Literal["greedy", "hungarian"] = "greedy"
    symmetric: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure:
    """Every option that changes a number; recorded with each run.

    Attributes:
        preset: Names the kernel and the order of the blend.
        alpha: Weight of the semantic part (of the structural part in ``published``).
        threshold: τ: a label aligns above it (``published``: at or above it).
        iterations: K, the number of Weisfeiler-Lehman refinements.
        direction: Which graph is T1.
        one_to_one: Maximum-weight assignment of labels instead of each one's best.
        filter: Cut T2 to the triplets that T1's triplets choose.
        lemmas: Lemmatise lower-case words in labels.
        rules: Rules of the error classes.
    """

    preset: Preset = Preset.PAPER
    alpha: float = 0.5
    threshold: float = 0.65
    iterations: int = 5
    direction: Direction = Direction.ANSWER_FIRST
    one_to_one: bool = False
    filter: bool = True
    lemmas: bool = True
    rules: TauRules = field(default_factory=TauRules)

    def __post_init__(self) -> None:
        """Refuse values outside their range.

        Raises:
            UsageError: Names the option, its range and what was given.
        """
        for name, value, low, high in (
            ("--alpha", self.alpha, 0.0, 1.0),
            ("--tau", self.threshold, -1.0, 1.0),
            ("--theta", self.rules.theta, -1.0, 1.0),
        ):
            if not low <= value <= high:
                raise UsageError(f"{name}: expected {low:g} to {high:g}, got {value:g}")
        if not 0 <= self.iterations <= 50:
            raise UsageError(f"--k: expected 0 to 50 iterations, got {self.iterations}")

    @property
    def kernel(self) -> Kernel:
        """The preset's reading of a graph."""
        return KERNELS[self.preset]

    def accepts(self, cosine: float) -> bool:
        """Whether labels of this (rounded) cosine align."""
        if self.preset is Preset.PUBLISHED:
            return cosine >= self.threshold
        return cosine > self.threshold

    @property
    def semantic_weight(self) -> float:
        """Weight of S_SBERT: α in eq. 2 of the paper; the α of its tables weighs S_WL."""
        return 1 - self.alpha if self.preset is Preset.PUBLISHED else self.alpha

    def blend(self, s_wl: float, s_sbert: float) -> float:
        """S = (1-α)·S_WL + α·S_SBERT (paper, eq. 2)."""
        return (1 - self.semantic_weight) * s_wl + self.semantic_weight * s_sbert

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for run.json and for the comparison's identity."""
        plain = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "rules"}
        rules = {f.name: getattr(self.rules, f.name) for f in fields(self.rules)}
        rules["symmetric"] = list(self.rules.symmetric)
        return plain | {"rules": rules}

    def directed(self, direction: Direction) -> "Measure":
        """The same measure in one direction."""
        return replace(self, direction=direction)
