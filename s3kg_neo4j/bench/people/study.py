"""What studies share: scores of graph pairs by every method, and statistics with intervals."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from s3kg_neo4j.bench.extractor import TextExtractor
from s3kg_neo4j.bench.similarity.method import STRUCTURE, Method
from s3kg_neo4j.bench.similarity.metrics import filled
from s3kg_neo4j.bench.similarity.pairs import BATCH, Batch
from s3kg_neo4j.bench.similarity.resampling import SEED, bootstrap, interval
from s3kg_neo4j.bench.similarity.workbench import Workbench
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import Source, TextPair

RESAMPLES = 1000

Columns = Mapping[str, Sequence[float | None]]
"""Scores by method; a method with channels has a column for its S_WL too."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a study is run with.

    Attributes:
        folder: The data set's.
        methods: Measures of similarity of graphs.
        workbench: Encoder, database and settings.
        extractor: For data sets without triplets.
    """

    folder: Path
    methods: Sequence[Method]
    workbench: Workbench
    extractor: TextExtractor | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One statistic of one method.

    Attributes:
        data: Data set, with its part and extractor.
        method: Method or channel.
        statistic: What was measured.
        value: None where it is not defined.
        n: Of so many answers, pairs or questions.
        low: Lower end of its 95 % interval.
        high: Upper end.
    """

    data: str
    method: str
    statistic: str
    value: float | None
    n: int
    low: float | None = None
    high: float | None = None

    def as_row(self) -> dict[str, Any]:
        """Plain values, in the order of the table."""
        return {name: getattr(self, name) for name in self.__slots__}


def score_columns(setup: Setup, pairs: Sequence[tuple[Source, Source]]) -> Columns:
    """Scores of graph pairs; the first is T1."""
    columns: dict[str, list[float | None]] = {}
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        batch = Batch(
            [TextPair(str(start + i), one, two) for i, (one, two) in enumerate(some)],
            setup.workbench,
        )
        for method in setup.methods:
            scored = method.score(batch)
            columns.setdefault(method.name, []).extend(scored.values)
            if scored.channels:
                columns.setdefault(f"{method.name}, S_WL", []).extend(scored.channels[STRUCTURE])
    return columns


def auroc(data: str, statistic: str, columns: Columns, labels: Sequence[int]) -> Iterator[Finding]:
    """AUROC of each column for a label."""
    from sklearn.metrics import roc_auc_score

    for method, values in columns.items():
        scores = filled(values)
        if len(set(labels)) < 2:
            yield Finding(data, method, f"AUROC: {statistic}", None, len(labels))
            continue
        low, high = interval(bootstrap(scores, labels, resamples=RESAMPLES)[1])
        value = float(roc_auc_score(labels, scores))
        yield Finding(data, method, f"AUROC: {statistic}", value, len(labels), low, high)


def spearman(
    data: str, statistic: str, columns: Columns, truth: Sequence[float]
) -> Iterator[Finding]:
    """Spearman's rank correlation of each column with what people said."""
    from scipy.stats import spearmanr

    for method, values in columns.items():
        scores = filled(values)
        flat = len(set(scores)) < 2 or len(set(truth)) < 2
        value = None if flat else float(spearmanr(scores, truth).statistic)
        yield Finding(data, method, f"Spearman: {statistic}", value, len(truth))


def share(data: str, statistic: str, method: str, won: Sequence[float]) -> Finding:
    """Mean of ones and zeros (a tie is a half), with a bootstrap interval."""
    if not won:
        return Finding(data, method, f"share: {statistic}", None, 0)
    values = np.asarray(won, dtype=np.float64)
    draw = np.random.default_rng(SEED)
    means = values[draw.integers(0, len(values), (RESAMPLES, len(values)))].mean(axis=1)
    low, high = interval(means)
    value = float(values.mean())
    return Finding(data, method, f"share: {statistic}", value, len(values), low, high)


def above(better: Sequence[float | None], worse: Sequence[float | None]) -> list[float]:
    """1 where the better one scores higher, .5 where both score the same, else 0."""
    both = filled([*better, *worse])
    one, two = both[: len(better)], both[len(better) :]
    return [float(value) for value in np.where(one == two, 0.5, one > two)]


def read_records(path: Path) -> list[dict[str, Any]]:
    """Records of a data set's file of JSON lines.

    Raises:
        InputError: The file is not there, or a line cannot be read.
    """
    try:
        # A file's lines, not str.splitlines, which also parts at U+2028.
        with path.open(encoding="utf-8") as stream:
            return [json.loads(line) for line in stream if line.strip()]
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; name the folder of the data sets") from None
    except ValueError as error:
        raise InputError(f"{path}: expected JSON lines ({error}); restore the file") from None


def only_file(folder: Path, pattern: str) -> Path:
    """The one file of a data set.

    Raises:
        InputError: It is not there.
    """
    found = sorted(folder.glob(pattern))
    if not found:
        raise InputError(f"{folder}: no {pattern} there; name the folder of the data sets")
    return found[0]


def graph_source(triplets: object, text: str = "") -> Source:
    """A source from a data set's triplet list."""
    from loaders.records import triplet_source  # noqa: PLC0415  loaders import the model

    return triplet_source(triplets, "triplets", text)
