"""GraphEval (Sansford et al. 2024): is each triplet of the second graph entailed by the first text.

An NLI model reads the first text as premise and each triplet as hypothesis; an answer is as good
as its least entailed triplet. The model is pluggable: ``--model grapheval=FOLDER`` takes any
sequence classifier with a label whose name contains "entail" (or "consistent").
"""

from collections.abc import Sequence

from s3kg_neo4j.bench.similarity.method import Method, Scored
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.embed.folder import find_folder
from s3kg_neo4j.errors import PrerequisiteError

NLI = "cross-encoder/nli-deberta-v3-base"
PAIRS_A_CALL = 32


def entailments(pairs: Sequence[tuple[str, str]], name: str) -> list[float]:
    """Probability that the first text of each pair entails the second.

    Raises:
        PrerequisiteError: The model is not there, or has no label for entailment.
    """
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = find_folder(name)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    labels = {label.casefold(): index for index, label in model.config.id2label.items()}
    entailed = [i for label, i in labels.items() if label.startswith(("entail", "consistent"))]
    if not entailed:
        raise PrerequisiteError(
            f"method grapheval: {name}: expected a label that starts with entail, found "
            f"{', '.join(labels)}; name an NLI model (--model grapheval=FOLDER)"
        )
    found: list[float] = []
    with torch.inference_mode():
        for start in range(0, len(pairs), PAIRS_A_CALL):
            premises, hypotheses = zip(*pairs[start : start + PAIRS_A_CALL], strict=True)
            tokens = tokenizer(
                list(premises),
                list(hypotheses),
                padding=True,
                truncation="longest_first",
                max_length=min(512, int(tokenizer.model_max_length)),
                return_tensors="pt",
            )
            found += model(**tokens).logits.softmax(dim=1)[:, entailed[0]].tolist()
    return found


def _score(batch: Batch) -> Scored:
    asked = [
        (place, texts[0], edge.text)
        for place, (texts, graphs) in enumerate(zip(batch.texts, batch.graphs, strict=True))
        if texts and graphs
        for edge in graphs[1].edges
    ]
    values: list[float | None] = [None] * len(batch.pairs)
    if asked:
        found = entailments(
            [(one, two) for _, one, two in asked], batch.workbench.model("grapheval", NLI)
        )
        for (place, *_), entailed in zip(asked, found, strict=True):
            least = values[place]
            values[place] = entailed if least is None else min(least, entailed)
    return Scored(values)


METHODS = (
    Method(
        name="grapheval",
        title="least entailment of a triplet by the first text (NLI)",
        kind="both",
        version="1",
        citation="Sansford et al. 2024, GraphEval",
        licence="Apache-2.0 (transformers)",
        score=_score,
        packages=("transformers",),
        prescribed=NLI,
    ),
)
