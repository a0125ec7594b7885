"""What is measured: the presets of S3KG and every option that changes a number."""

from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from s3kg_neo4j.errors import UsageError

DECIMALS = 6
"""A deciding cosine is rounded once to so many decimals, in every engine."""

Neighbourhood = Literal["out", "both", "first_to_later"]


class Direction(StrEnum):
    """Which graph is T1, the one whose triplets look for a counterpart.

    ``both`` is the mean of the two directions, ``weaker`` the one of the lesser score: two texts
    say the same where each covers the other.
    """

    ANSWER_FIRST = "answer_first"
    REFERENCE_FIRST = "reference_first"
    BOTH = "both"
    WEAKER = "weaker"

    @property
    def single(self) -> "tuple[Direction, ...]":
        """The directions that are compared: two where both count, or the lesser of both."""
        if self in (Direction.BOTH, Direction.WEAKER):
            return (Direction.ANSWER_FIRST, Direction.REFERENCE_FIRST)
        return (self,)


class Preset(StrEnum):
    """Five readings of the paper, and a better measure (see docs/measure.md)."""

    PAPER = "paper"
    CUMULATIVE = "cumulative"
    TEXTBOOK = "textbook"
    KEA = "kea"
    PUBLISHED = "published"
    PLUS = "s3kg+"


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
    Preset.PLUS: Kernel("out", relations=False, cumulative=True, parallel=False),
}


@dataclass(frozen=True, slots=True)
class CoverageRules:
    """Constants of the semantic part of ``s3kg+``, chosen by ``s3kg bench choose``.

    Attributes:
        sentence: Weight of the sentence cosine beside the mean cosine of heads and tails.
        guarded: What a pair loses where a guard keeps two of its parts apart.
        apart: What a triplet loses where T2 knows both its ends and no triplet joins them.
    """

    sentence: float = 0.8
    guarded: float = 0.4
    apart: float = 0.6


ALPHA = 0.5
ALPHAS = {Preset.PLUS: 0.9}
"""α where nobody gives one, if not ``ALPHA``."""


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


class WordNet(StrEnum):
    """Which antonyms of WordNet count; each choice is part of the one before."""

    ALL = "all"
    """Of any senses."""
    FIRST = "first"
    """Of both words' first senses in a part of speech."""
    MAIN = "main"
    """The same, in the part of speech that both words are used as most."""
    FREQUENT = "frequent"
    """The same, both met several times in WordNet's tagged texts."""


@dataclass(frozen=True, slots=True)
class Opposites:
    """What guards know of opposites.

    Attributes:
        pairs: Lines of the user's own list, as ``opposites.read_opposites`` gives them.
        wordnet: WordNet's antonyms, if any.
        listed: Whether the project's list counts.
    """

    pairs: tuple[str, ...] = ()
    wordnet: WordNet | None = None
    listed: bool = True


NONE_ADDED = Opposites()
"""The project's list alone."""


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
        coverage: Constants of the semantic part of ``s3kg+``.
        opposites: Opposites that labels are read by, beside the project's.
    """

    preset: Preset = Preset.PAPER
    alpha: float = ALPHA
    threshold: float = 0.65
    iterations: int = 5
    direction: Direction = Direction.ANSWER_FIRST
    one_to_one: bool = False
    filter: bool = True
    lemmas: bool = True
    rules: TauRules = field(default_factory=TauRules)
    coverage: CoverageRules = field(default_factory=CoverageRules)
    opposites: Opposites = NONE_ADDED

    @classmethod
    def of(cls, preset: Preset) -> "Measure":
        """A preset with its own constants."""
        return cls(preset=preset, alpha=ALPHAS.get(preset, ALPHA))

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
    def guarded(self) -> bool:
        """Whether guards keep labels apart, and coverage is the semantic part."""
        return self.preset is Preset.PLUS

    @property
    def semantic_weight(self) -> float:
        """Weight of S_SBERT: α in eq. 2 of the paper; the α of its tables weighs S_WL."""
        return 1 - self.alpha if self.preset is Preset.PUBLISHED else self.alpha

    def blend(self, s_wl: float, s_sbert: float) -> float:
        """S = (1-α)·S_WL + α·S_SBERT (paper, eq. 2)."""
        return (1 - self.semantic_weight) * s_wl + self.semantic_weight * s_sbert

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for run.json and for the comparison's identity."""
        plain = asdict(self)
        plain["rules"]["symmetric"] = list(self.rules.symmetric)
        if not self.guarded:
            del plain["coverage"]
        if self.opposites == NONE_ADDED:
            del plain["opposites"]
        return plain

    def directed(self, direction: Direction) -> "Measure":
        """The same measure in one direction."""
        return replace(self, direction=direction)
