"""Which finder of errors says what people say: precision, recall and F1, micro and macro.

Gold are the labels of triplets of answers (as in ``examples/sample_labels.jsonl``), or the error
classes of BUMP. TAU runs in both modes; KEA's finder runs on what each mode leaves unaligned.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from s3kg_neo4j.bench.errors.kea import contradictions
from s3kg_neo4j.bench.extractor import TextExtractor
from s3kg_neo4j.categories import Category, label_triplets
from s3kg_neo4j.cosines import part_cosines
from s3kg_neo4j.embed import Embedder
from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.measure import Measure, TauRules
from s3kg_neo4j.model import Question, Source
from s3kg_neo4j.report.agreement import Item, read_labels

Mode = Literal["guarded", "sentence"]

MODES: tuple[Mode, ...] = ("guarded", "sentence")

BUMP_CLASSES = {
    "Predicate": Category.RELATION_MISMATCH,
    "Entity": Category.ENTITY_MISMATCH,
}
"""Error classes of BUMP that have a category; the others are reported apart."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the finders say of one answer's triplets, by index.

    Attributes:
        graph: The answer's graph.
        by: Categories of its triplets by finder.
    """

    graph: Graph
    by: Mapping[str, Sequence[Category]]


def find_errors(answer: Source, reference: Source, embedder: Embedder) -> Found:
    """Categories of the answer's triplets by TAU in both modes, and by KEA on their residuals."""
    one, two = source_graph(answer, Measure()), source_graph(reference, Measure())
    cosines = part_cosines(one, two, embedder.embed([*one.strings(), *two.strings()]))
    by: dict[str, list[Category]] = {}
    for mode in MODES:
        labelling = label_triplets(one, two, cosines, TauRules(mode=mode))
        tau = [Category.EXTRA] * len(one.edges)
        for pair in labelling.pairs:
            tau[pair.answer] = pair.category
        by[f"TAU, {mode}"] = tau
        residual = [i for i, category in enumerate(tau) if category is not Category.ALIGNED]
        said = contradictions(one, two, cosines, residual) if two.edges else {}
        by[f"KEA, residuals of {mode}"] = [
            said.get(i, Category.EXTRA) if i in residual else Category.ALIGNED
            for i in range(len(tau))
        ]
    return Found(one, by)


def against_labels(
    questions: Sequence[Question], labels: Path, embedder: Embedder
) -> list[dict[str, Any]]:
    """Each finder against labelled triplets of answers.

    Returns:
        Rows of finder, triplets, precision, recall and F1 of aligned triplets, micro F1 of the
        categories of the others, and macro F1 over all categories that occur.
    """
    gold = read_labels(labels).labels
    truth: list[str] = []
    said: dict[str, list[str]] = {}
    for question in questions:
        for answer in question.answers:
            reference = answer.gold or question.gold
            if reference is None:
                continue
            found = find_errors(answer.source, reference, embedder)
            for index, edge in enumerate(found.graph.edges):
                label = gold.get(
                    _item(question.id, answer.model, answer.temperature, answer.repeat, edge.raw)
                )
                if label is not None:
                    truth.append(label)
                    for finder, categories in found.by.items():
                        said.setdefault(finder, []).append(str(categories[index]))
    return [_row(finder, truth, predicted) for finder, predicted in said.items()]


def _item(question: str, model: str, temperature: float | None, repeat: int, raw: Any) -> Item:
    shown = "" if temperature is None else f"{temperature:g}"
    parts = (raw.head, raw.relation, raw.tail)
    triplet = tuple(" ".join(part.replace("_", " ").split()) for part in parts)
    return question, model, shown, repeat, triplet


def _row(finder: str, truth: Sequence[str], said: Sequence[str]) -> dict[str, Any]:
    from sklearn.metrics import f1_score, precision_recall_fscore_support

    aligned = str(Category.ALIGNED)
    precision, recall, f1, _ = precision_recall_fscore_support(
        [label == aligned for label in truth],
        [label == aligned for label in said],
        average="binary",
        zero_division=0.0,
    )
    others = [str(c) for c in Category if c is not Category.ALIGNED and str(c) in {*truth, *said}]
    occurring = [label for label in (aligned, *others) if label in truth]
    return {
        "finder": finder,
        "triplets": len(truth),
        "aligned precision": float(precision),
        "aligned recall": float(recall),
        "aligned f1": float(f1),
        "errors micro f1": float(
            f1_score(truth, said, labels=others, average="micro", zero_division=0.0)
        ),
        "errors macro f1": float(
            f1_score(truth, said, labels=others, average="macro", zero_division=0.0)
        ),
        "all macro f1": float(
            f1_score(truth, said, labels=occurring, average="macro", zero_division=0.0)
        ),
    }


def against_bump(
    pairs: Sequence[Mapping[str, Any]], extractor: TextExtractor, embedder: Embedder
) -> Iterator[dict[str, Any]]:
    """Each finder on edited summaries against their originals, by BUMP's error class.

    A summary's category is the mismatch that most of its triplets have; ``right`` is the share
    of summaries where that is the class's. Classes without a category show what they become.
    """
    sources = extractor.sources(
        [text for pair in pairs for text in (pair["edited_summary"], pair["reference_summary"])]
    )
    said: dict[str, dict[str, list[str]]] = {}
    for pair in pairs:
        edited, original = sources[pair["edited_summary"]], sources[pair["reference_summary"]]
        found = find_errors(edited, original, embedder)
        for finder, categories in found.by.items():
            of_finder = said.setdefault(finder, {})
            of_finder.setdefault(pair["error_type"], []).append(_main(categories))
    for finder, classes in said.items():
        for name, answers in sorted(classes.items()):
            category = next((c for part, c in BUMP_CLASSES.items() if part in name), None)
            counts = Counter(answers)
            yield {
                "finder": finder,
                "class": name,
                "summaries": len(answers),
                "expected": category,
                "right": None if category is None else counts[str(category)] / len(answers),
                **{str(c): counts[str(c)] for c in Category if c is not Category.MISSING},
            }


def _main(categories: Sequence[Category]) -> str:
    """The commonest mismatch; extra, then aligned, where there is none."""
    mismatches = [c for c in categories if c not in (Category.ALIGNED, Category.EXTRA)]
    if mismatches:
        order = list(Category)
        counts = Counter(mismatches)
        return str(min(counts, key=lambda c: (-counts[c], order.index(c))))
    return str(Category.EXTRA if Category.EXTRA in categories else Category.ALIGNED)
