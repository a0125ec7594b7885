"""G-BLEU and G-ROUGE: the best assignment between triplets read as sentences.

As in ExplaGraphs (Saha et al. 2021, G-BERTScore) and PiVe (Han et al. 2024): a metric of texts
fills a matrix of triplets by triplets, an assignment maximises its sum, and that sum over the
number of triplets is precision and recall, whose F1 is the score.
"""

from collections.abc import Callable, Sequence

import numpy as np

from s3kg_neo4j.bench.similarity.method import Method, each
from s3kg_neo4j.bench.similarity.methods.bleu import sentence_bleu
from s3kg_neo4j.bench.similarity.methods.triplets import harmonic
from s3kg_neo4j.graph import Graph
from s3kg_neo4j.matching import Cosines

Matrix = Callable[[Sequence[str], Sequence[str]], Cosines]


def assignment_f1(first: Graph, second: Graph, matrix: Matrix) -> float:
    """F1 of the best assignment, the first graph being the reference."""
    from scipy.optimize import linear_sum_assignment

    values = matrix([e.text for e in first.edges], [e.text for e in second.edges])
    total = float(values[linear_sum_assignment(values, maximize=True)].sum())
    return harmonic(total / len(second.edges), total / len(first.edges))


def _bleu(references: Sequence[str], hypotheses: Sequence[str]) -> Cosines:
    return np.array([[sentence_bleu(h, r) for h in hypotheses] for r in references])


def _rouge(references: Sequence[str], hypotheses: Sequence[str]) -> Cosines:
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    return np.array(
        [[scorer.score(r, h)["rougeL"].fmeasure for h in hypotheses] for r in references]
    )


def _method(name: str, title: str, matrix: Matrix, package: str) -> Method:
    return Method(
        name=name,
        title=title,
        kind="graphs",
        version="1",
        citation="Saha et al. 2021, ExplaGraphs; Han et al. 2024, PiVe",
        licence="Apache-2.0",
        score=lambda batch: each(lambda a, b: assignment_f1(a, b, matrix), batch.graphs),
        packages=(package, "scipy"),
    )


METHODS = (
    _method("g-bleu", "F1 of assigned triplets by BLEU", _bleu, "sacrebleu"),
    _method("g-rouge", "F1 of assigned triplets by ROUGE-L", _rouge, "rouge-score"),
)
