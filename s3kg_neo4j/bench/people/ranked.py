"""PubMedQA-ranked: is the order of four candidates kept, from faithful to made up.

Levels 4 to 1: faithful paraphrase, numbers distorted, relations inverted, context ignored. GoldSim
of the candidate's graph. Gold's graph is another one for each candidate, since both were extracted
together; what candidates' graphs have of it is reported beside the scores.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations, pairwise
from typing import Any

from s3kg_neo4j.bench.people.study import (
    Finding,
    Setup,
    above,
    graph_source,
    only_file,
    read_records,
    score_columns,
    share,
    spearman,
)
from s3kg_neo4j.graph import build_graph
from s3kg_neo4j.text import Normaliser

FOLDER = "s3kg_bench"


def run(setup: Setup) -> Iterator[Finding]:
    """Shares of questions in which the higher level scores higher."""
    records = read_records(only_file(setup.folder, "pubmedqa_ranked.jsonl"))
    columns = score_columns(
        setup,
        [(graph_source(r["kg_candidate"]), graph_source(r["kg_gold"])) for r in records],
    )
    questions: dict[tuple[str, str], dict[int, int]] = {}
    for place, record in enumerate(records):
        levels = questions.setdefault((record["context"], record["gold"]), {})
        levels[int(record["faithfulness_level"])] = place
    yield from spearman(
        "PubMedQA-ranked", "level", columns, [float(r["faithfulness_level"]) for r in records]
    )
    names = {int(r["faithfulness_level"]): str(r["change_type"]) for r in records}
    yield from _graph_findings(records, names)
    for method, values in columns.items():
        for high, low in combinations(sorted(names, reverse=True), 2):
            both = [q for q in questions.values() if high in q and low in q]
            won = above([values[q[high]] for q in both], [values[q[low]] for q in both])
            statistic = f"{names[high]} above {names[low]}"
            yield share("PubMedQA-ranked", statistic, method, won)
        yield share("PubMedQA-ranked", "order kept", method, _in_order(questions, values))


def _graph_findings(
    records: Sequence[Mapping[str, Any]], names: Mapping[int, str]
) -> Iterator[Finding]:
    """In how many questions a candidate's graph shows that its text is another one."""
    for level, name in names.items():
        pairs = [
            (_triplets(r["kg_candidate"]), _triplets(r["kg_gold"]))
            for r in records
            if int(r["faithfulness_level"]) == level
        ]
        for statistic, holds in {
            "is gold's": [own == gold for own, gold in pairs],
            "is gold's and more": [own > gold for own, gold in pairs],
            "turns a triplet of gold round": [_turned(own, gold) for own, gold in pairs],
        }.items():
            yield share("PubMedQA-ranked", f"{name} {statistic}", "graphs", list(map(float, holds)))


def _triplets(found: object) -> set[tuple[str, str, str]]:
    graph = build_graph(graph_source(found).triplets or (), Normaliser())
    return {
        (
            graph.entities[edge.head].text,
            graph.relations[edge.relation].text,
            graph.entities[edge.tail].text,
        )
        for edge in graph.edges
    }


def _turned(own: Set[tuple[str, str, str]], gold: Set[tuple[str, str, str]]) -> bool:
    """Whether two ends are joined here the other way round than in gold, and only so."""
    ends, others = ({(head, tail) for head, _, tail in graph} for graph in (own, gold))
    return any((tail, head) in others and (head, tail) not in others for head, tail in ends)


def _in_order(questions: dict[Any, dict[int, int]], values: Any) -> list[float]:
    kept = []
    for levels in questions.values():
        scores = [values[levels[level]] or 0.0 for level in sorted(levels)]
        kept.append(float(all(a < b for a, b in pairwise(scores))))
    return kept
