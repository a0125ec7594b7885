"""Texts and their worse twins against one reference: how often is the better one above."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from s3kg_neo4j.bench.extractor import required
from s3kg_neo4j.bench.people.study import Finding, Setup, above, score_columns, share


@dataclass(frozen=True, slots=True)
class Twins:
    """Two answers to the same.

    Attributes:
        better: The text that is right.
        worse: The text with errors.
        reference: What both are measured against.
        group: Kind of error; "" for none.
    """

    better: str
    worse: str
    reference: str
    group: str = ""


def twin_findings(setup: Setup, data: str, twins: Sequence[Twins]) -> Iterator[Finding]:
    """Share of twins in which the better one scores higher, over all and by kind of error.

    Raises:
        PrerequisiteError: There is no extractor.
    """
    extractor = required(setup.extractor, data)
    sources = extractor.sources([text for t in twins for text in (t.better, t.worse, t.reference)])
    better, worse = (
        score_columns(setup, [(sources[text], sources[t.reference]) for t, text in texts])
        for texts in ([(t, t.better) for t in twins], [(t, t.worse) for t in twins])
    )
    name = f"{data} ({extractor.name})"
    for method in better:
        won = above(better[method], worse[method])
        yield share(name, "right above wrong", method, won)
        groups = sorted({t.group for t in twins} - {""})
        for group in groups if len(groups) > 1 else ():
            own = [w for w, t in zip(won, twins, strict=True) if t.group == group]
            yield share(name, f"right above wrong, {group}", method, own)
