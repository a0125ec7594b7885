"""ROUGE of the texts (Lin 2004), as ``rouge-score`` computes it with its stemmer."""

from functools import partial

from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch


def _score(batch: Batch, variant: str) -> Scored:
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([variant], use_stemmer=True)
    return Scored([pair and float(scorer.score(*pair)[variant].fmeasure) for pair in batch.texts])


METHODS = tuple(
    Method(
        name=name,
        title=f"ROUGE-{variant.removeprefix('rouge')} F-measure, stemmed",
        kind="texts",
        version="1",
        citation="Lin 2004, ROUGE: a package for automatic evaluation of summaries",
        licence="Apache-2.0",
        score=partial(_score, variant=variant),
        packages=("rouge-score",),
    )
    for name, variant in (("rouge-1", "rouge1"), ("rouge-2", "rouge2"), ("rouge-l", "rougeL"))
)
