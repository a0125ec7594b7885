"""BLEU of the texts (Papineni et al. 2002), as sacrebleu computes it for one sentence."""

from s3kg_neo4j.bench.similarity.method import Method, Scored, each
from s3kg_neo4j.bench.similarity.pairs import Batch


def sentence_bleu(hypothesis: str, reference: str) -> float:
    """BLEU in [0, 1], with the orders that so short a text has."""
    from sacrebleu import sentence_bleu as bleu

    return min(1.0, bleu(hypothesis, [reference], use_effective_order=True).score / 100)


def _score(batch: Batch) -> Scored:
    # The first text is the reference: the second is what was written from it.
    return each(lambda first, second: sentence_bleu(second, first), batch.texts)


METHODS = (
    Method(
        name="bleu",
        title="BLEU-4 of the second text, exponential smoothing",
        kind="texts",
        version="1",
        citation="Papineni et al. 2002; Post 2018, sacreBLEU",
        licence="Apache-2.0",
        score=_score,
        packages=("sacrebleu",),
    ),
)
