"""Options that several commands share."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from s3kg_neo4j.measure import Direction, Measure, Opposites, Preset, TauRules, WordNet
from s3kg_neo4j.opposites import chosen_opposites
from s3kg_neo4j.settings import Settings, load_settings

PresetOption = Annotated[Preset, typer.Option(help="Which reading of S3KG (docs/measure.md).")]
AlphaOption = Annotated[
    float | None,
    typer.Option(help="Weight of the semantic part, 0 to 1.  [default: 0.5, in s3kg+ 0.9]"),
]
TauOption = Annotated[float, typer.Option("--tau", help="Labels align above this cosine.")]
KOption = Annotated[int, typer.Option("--k", help="Weisfeiler-Lehman iterations.")]
OneToOneOption = Annotated[
    bool, typer.Option("--one-to-one", help="Each label aligns with one other at most.")
]
NoLemmasOption = Annotated[bool, typer.Option("--no-lemmas", help="Leave words inflected.")]
NoFilterOption = Annotated[
    bool, typer.Option("--no-filter", help="Compare with all of T2, not what T1 chooses.")
]
OppositesOption = Annotated[
    Path | None,
    typer.Option(help="More opposites: a file of pairs like `hot | cold` (docs/measure.md)."),
]
WordNetOption = Annotated[
    WordNet | None,
    typer.Option(help="Antonyms of WordNet that are opposites, too (`s3kg wordnet install`)."),
]
ListedOption = Annotated[
    bool,
    typer.Option("--project-list/--no-project-list", help="Use the project's own opposites."),
]
DirectionOption = Annotated[Direction, typer.Option(help="Which graph is T1.")]
DatasetOption = Annotated[
    str | None, typer.Option(help="Data set; needed where several hold the question.")
]
EncoderOption = Annotated[
    str | None,
    typer.Option(help="minilm, hashing, or a sentence-transformers model (name or folder)."),
]
PrecisionOption = Annotated[
    str, typer.Option(help="float32, or bfloat16: faster, moves cosines by .002.")
]


def dataset_name(file: Path, given: str | None) -> str:
    """Name of the data set: as given, or the file's stem, whatever way leads to it."""
    return given or (file if file.stem.strip(".") else file.resolve()).stem


def measure_from(
    preset: Preset,
    alpha: float | None,
    tau: float,
    k: int,
    one_to_one: bool,
    no_lemmas: bool,
    no_filter: bool,
    direction: Direction,
    opposites: Path | None,
    wordnet: WordNet | None,
) -> Measure:
    """The measure that the options describe.

    Raises:
        UsageError: A value is out of its range.
        InputError: The file of opposites cannot be read.
        PrerequisiteError: WordNet is asked for and not installed.
    """
    standard = Measure.of(preset)
    return replace(
        standard,
        alpha=standard.alpha if alpha is None else alpha,
        threshold=tau,
        iterations=k,
        direction=direction,
        one_to_one=one_to_one,
        filter=not no_filter,
        lemmas=not no_lemmas,
        opposites=chosen_opposites(load_settings(), opposites, wordnet),
    )


def standard(
    preset: Preset,
    direction: Direction = Direction.ANSWER_FIRST,
    opposites: Path | None = None,
    wordnet: WordNet | None = None,
) -> Measure:
    """A preset as it is meant, in one direction.

    Raises:
        InputError: The file of opposites cannot be read.
        PrerequisiteError: WordNet is asked for and not installed.
    """
    return replace(
        Measure.of(preset),
        direction=direction,
        opposites=chosen_opposites(load_settings(), opposites, wordnet),
    )


def benched(
    settings: Settings, opposites: Path | None, wordnet: WordNet | None, listed: bool
) -> Opposites:
    """The opposites of a benchmark: as they are given, whatever the surroundings say.

    Raises:
        InputError: The file of opposites cannot be read.
        PrerequisiteError: WordNet is asked for and not installed.
    """
    plain = settings.model_copy(update={"opposites": None, "wordnet": None})
    return replace(chosen_opposites(plain, opposites, wordnet), listed=listed)


def with_rules(
    measure: Measure,
    *,
    mode: Literal["guarded", "sentence"],
    theta: float,
    assignment: Literal["greedy", "hungarian"],
    symmetric: list[str],
    normalise: Any,
) -> Measure:
    """The measure with the rules of the error classes that the options describe."""
    names = tuple(sorted({normalise(name) for name in symmetric}))
    return replace(
        measure,
        rules=TauRules(mode=mode, theta=theta, assignment=assignment, symmetric=names),
    )
