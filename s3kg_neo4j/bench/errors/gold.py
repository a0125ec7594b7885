"""Which finder of errors says what people say: precision, recall and F1, micro and macro.

Gold are the labels of triplets of answers (as in ``examples/sample_labels.jsonl``), or the error
classes of BUMP: there a triplet of the edited summary that the original has too is aligned, and
any other one carries the edit. TAU runs in both modes; KEA's finder runs on what each mode leaves
unaligned.
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
from s3kg_neo4j.embed import Embedder, Vectors
from s3kg_neo4j.graph import Graph, source_graph
from s3kg_neo4j.measure import Measure, TauRules
from s3kg_neo4j.model import Question
from s3kg_neo4j.report.agreement import Item, read_labels

Mode = Literal["guarded", "sentence"]

MODES: tuple[Mode, ...] = ("guarded", "sentence")

BUMP_CLASSES = {
    "Predicate": Category.RELATION_MISMATCH,
    "Entity": Category.ENTITY_MISMATCH,
}
"""Error classes of BUMP that have a category; the others are reported apart."""

CATEGORY_COLUMNS = ("micro f1", "macro f1")
"""What is not defined for these others."""


Categories = Mapping[str, Sequence[Category]]
"""Categories of an answer's triplets, by finder."""


def find_errors(one: Graph, two: Graph, vectors: Vectors) -> Categories:
    """The answer's triplets by TAU in both modes, and by KEA's finder on their residuals.

    Args:
        one: The answer's graph.
        two: The reference's.
        vectors: Of every string of both.
    """
    cosines = part_cosines(one, two, vectors)
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
    return by


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
            one, two = (source_graph(source, Measure()) for source in (answer.source, reference))
            found = find_errors(one, two, embedder.embed([*one.strings(), *two.strings()]))
            for index, edge in enumerate(one.edges):
                label = gold.get(
                    _item(question.id, answer.model, answer.temperature, answer.repeat, edge.raw)
                )
                if label is not None:
                    truth.append(label)
                    for finder, categories in found.items():
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


@dataclass(frozen=True, slots=True)
class Edited:
    """A summary that people put an error into.

    Attributes:
        error: BUMP's class of the error.
        same: For each triplet, whether the original summary has it too.
        found: What the finders say.
    """

    error: str
    same: Sequence[bool]
    found: Categories

    @property
    def expected(self) -> Category | None:
        """The category of the error, where its class has one."""
        return next((c for part, c in BUMP_CLASSES.items() if part in self.error), None)


def edited_summaries(
    pairs: Sequence[Mapping[str, Any]], extractor: TextExtractor, embedder: Embedder
) -> list[Edited]:
    """What the finders say of BUMP's edited summaries against their originals."""
    texts = ("edited_summary", "reference_summary")
    sources = extractor.sources([pair[text] for pair in pairs for text in texts])
    graphs = {text: source_graph(source, Measure()) for text, source in sources.items()}
    vectors = embedder.embed(s for graph in graphs.values() for s in graph.strings())
    made = []
    for pair in pairs:
        edited, original = (graphs[pair[text]] for text in texts)
        known = {edge.text for edge in original.edges}
        same = [edge.text in known for edge in edited.edges]
        made.append(Edited(pair["error_type"], same, find_errors(edited, original, vectors)))
    return made


def bump_triplets(summaries: Sequence[Edited]) -> Iterator[dict[str, Any]]:
    """Rows as of ``against_labels``: classes with a category, and the others by alignment alone."""
    for apart in (False, True):
        own = [summary for summary in summaries if (summary.expected is None) is apart]
        truth = [
            str(Category.ALIGNED if same else summary.expected)
            for summary in own
            for same in summary.same
        ]
        for finder in own[0].found if own else ():
            row = _row(finder, truth, [str(c) for s in own for c in s.found[finder]])
            kept = {k: None if apart and k.endswith(CATEGORY_COLUMNS) else row[k] for k in row}
            yield {"classes": "the others" if apart else " and ".join(BUMP_CLASSES)} | kept


def bump_classes(summaries: Sequence[Edited]) -> Iterator[dict[str, Any]]:
    """What each finder says of a whole summary, by BUMP's error class.

    A summary's category is the mismatch that most of its triplets have; ``right`` is the share
    of summaries where that is the class's. Classes without a category show what they become.
    ``unchanged`` summaries have no triplet that the original has not.
    """
    said: dict[tuple[str, str], Counter[str]] = {}
    for summary in summaries:
        for finder, categories in summary.found.items():
            said.setdefault((finder, summary.error), Counter())[_main(categories)] += 1
    for (finder, name), counts in sorted(said.items()):
        own = [summary for summary in summaries if summary.error == name]
        expected = own[0].expected
        yield {
            "finder": finder,
            "class": name,
            "summaries": len(own),
            "unchanged": sum(all(summary.same) for summary in own),
            "expected": expected,
            "right": None if expected is None else counts[expected] / len(own),
            **{str(c): counts[c] for c in Category if c is not Category.MISSING},
        }


def _main(categories: Sequence[Category]) -> str:
    """The commonest mismatch; extra, then aligned, where there is none."""
    mismatches = [c for c in categories if c not in (Category.ALIGNED, Category.EXTRA)]
    if mismatches:
        order = list(Category)
        counts = Counter(mismatches)
        return str(min(counts, key=lambda c: (-counts[c], order.index(c))))
    return str(Category.EXTRA if Category.EXTRA in categories else Category.ALIGNED)
