"""Two files of labelled triplets: how far do their authors agree.

F1 and Jaccard are those of the two sets of (triplet, label), the way in which agreement between
annotators of error classes is reported (S3KG paper, section 5): a triplet that one of them did not
label counts against both. Agreement and Cohen's kappa take the triplets that both labelled.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from s3kg_neo4j.categories import Category
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.runs import ERRORS, SCORES, read_rows

Item = tuple[str, str, str, int, tuple[str, ...]]
"""Question, model, temperature, repeat, triplet."""

Labels = dict[Item, str]


@dataclass(frozen=True, slots=True)
class LabelFile:
    """What was read.

    Attributes:
        labels: By triplet.
        bad: One line for each record that has none.
        answers: Answers that a run labelled; empty for a file.
    """

    labels: Labels
    bad: tuple[str, ...] = ()
    answers: frozenset[tuple[str, str, str, int]] = frozenset()

    def beside(self, other: "LabelFile") -> Labels:
        """The labels; what a run did not list of a triplet that the other has is aligned."""
        aligned = {
            item: str(Category.ALIGNED)
            for item in other.labels
            if item[:4] in self.answers and len(item[4]) == 3 and item not in self.labels
        }
        return self.labels | aligned


def read_labels(path: Path) -> LabelFile:
    """Labels of a file of answers, of a file of triplets, or of a run folder.

    An answer's line has ``labels`` (``triplet`` and ``label`` each) and may have ``missing``; a
    triplet's line has ``triplet`` and ``label`` itself; both have ``id`` and may have ``model``,
    ``temperature`` and ``repeat``. Of a run, the triplets that did not align are labelled.

    Raises:
        InputError: There is no label there.
    """
    if path.is_dir():
        return _of_run(path)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "expected UTF-8"
        raise InputError(f"{path}: {reason}; name a file of labels or a run folder") from None
    labels: Labels = {}
    bad: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                labels |= dict(_labelled(json.loads(line)))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                what = f"lacks {error}" if isinstance(error, KeyError) else "is not as expected"
                bad.append(
                    f"{path.name}: line {number}: {what}; expected id and labels "
                    "(triplet and label each), or id, triplet and label"
                )
    if not labels:
        raise InputError(
            f"{path}: no labels there; expected lines with id and labels"
            + (f" (first: {bad[0]})" if bad else "")
        )
    return LabelFile(labels, tuple(bad))


def _labelled(record: Mapping[str, Any]) -> Iterator[tuple[Item, str]]:
    who = _answer(record)
    if "labels" in record:
        for one in record["labels"]:
            yield _item(who, one["triplet"]), str(one["label"])
        for triplet in record.get("missing") or ():
            yield _item(who, triplet, Category.MISSING), str(Category.MISSING)
    else:
        yield _item(who, record["triplet"]), str(record["label"])


def _answer(record: Mapping[str, Any]) -> tuple[str, str, str, int]:
    temperature = record.get("temperature")
    return (
        str(record["id"]),
        str(record.get("model") or ""),
        "" if temperature is None else f"{float(temperature):g}",
        int(record.get("repeat") or 0),
    )


def _item(who: tuple[str, str, str, int], triplet: Any, *kind: str) -> Item:
    if not isinstance(triplet, list) or len(triplet) != 3:
        raise TypeError
    return *who, (*kind, *(" ".join(str(part).replace("_", " ").split()) for part in triplet))


def _of_run(folder: Path) -> LabelFile:
    answers = {_answer(row) for row in read_rows(folder, SCORES) if row["tau"] is not None}
    labels: Labels = {}
    for row in read_rows(folder, ERRORS):
        who = _answer(row)
        if who in answers:
            missing = row["category"] == Category.MISSING
            triplet = row["gold"] if missing else row["answer"]
            kind = (str(Category.MISSING),) if missing else ()
            labels[_item(who, triplet, *kind)] = str(row["category"])
    if not labels:
        raise InputError(f"{folder}: no unaligned triplets there; there is nothing to compare")
    return LabelFile(labels, answers=frozenset(answers))


def agreement(first: Labels, second: Labels) -> list[dict[str, Any]]:
    """One row over all labels, then one a label.

    Returns:
        Rows of label, labelled in each, both, agreement and kappa (of the triplets in both), and
        precision of the second against the first, recall, F1 and Jaccard.
    """
    from sklearn.metrics import cohen_kappa_score

    both = sorted(first.keys() & second.keys())
    one, two = ([labels[item] for item in both] for labels in (first, second))
    same = sum(a == b for a, b in zip(one, two, strict=True))
    constant = len({*one, *two}) < 2
    overall = {
        "label": "all",
        **_overlap(set(first.items()), set(second.items())),
        "in both": len(both),
        "agreement": same / len(both) if both else None,
        # Kappa is 0 / 0 where all labels are equal.
        "kappa": None if not both or constant else float(cohen_kappa_score(one, two)),
    }
    rows = [overall]
    for label in _in_order({*first.values(), *second.values()}):
        own = [{i for i, name in labels.items() if name == label} for labels in (first, second)]
        held = [[name == label for name in names] for names in (one, two)]
        flat = len({*held[0], *held[1]}) < 2
        rows.append(
            {
                "label": label,
                **_overlap(*own),
                "in both": sum(a or b for a, b in zip(*held, strict=True)),
                "agreement": sum(a == b for a, b in zip(*held, strict=True)) / len(both)
                if both
                else None,
                "kappa": None if flat else float(cohen_kappa_score(*held)),
            }
        )
    return rows


def _overlap(first: set[Any], second: set[Any]) -> dict[str, Any]:
    common, total = len(first & second), len(first) + len(second)
    return {
        "in A": len(first),
        "in B": len(second),
        "precision": common / len(second) if second else None,
        "recall": common / len(first) if first else None,
        "f1": 2 * common / total if total else None,
        "jaccard": common / len(first | second) if total else None,
    }


def _in_order(labels: set[str]) -> list[str]:
    """Known categories in their order, then other labels by name."""
    order = [str(category) for category in Category]
    return [name for name in order if name in labels] + sorted(labels - set(order))
