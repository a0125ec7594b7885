"""Natural language inference: does one text entail another, or contradict it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.embed.folder import find_folder, first_line
from s3kg_neo4j.errors import PrerequisiteError

MODEL = "cross-encoder/nli-deberta-v3-base"

PAIRS_A_CALL = 32
LONGEST = 512
"""Tokens of a pair."""

ADVICE = "name an NLI model's folder (gate: --judge-model; benchmark: --model grapheval=FOLDER)"


@dataclass(frozen=True, slots=True)
class Inference:
    """Probabilities of what a premise makes of a hypothesis; the rest is neither.

    Attributes:
        entailment: That it follows.
        contradiction: That it cannot be; 0 where the model does not tell that.
    """

    entailment: float
    contradiction: float


def infer(pairs: Sequence[tuple[str, str]], name: str) -> list[Inference]:
    """What the first text of each pair makes of the second.

    Args:
        pairs: Premises and hypotheses.
        name: Folder or name of a sequence classifier with a label that starts with "entail" (or
            "consistent"), and perhaps one that starts with "contradict".

    Raises:
        PrerequisiteError: The model is not there, or has no label for entailment.
    """
    import torch

    model, tokenizer = _load(name)
    entailment = _label(model, "entail", "consistent")
    contradiction = _label(model, "contradict")
    if entailment is None:
        raise PrerequisiteError(
            f"NLI model {name!r}: expected a label that starts with entail, found "
            f"{', '.join(model.config.id2label.values())}; {ADVICE}"
        )
    found: list[Inference] = []
    with torch.inference_mode():
        for start in range(0, len(pairs), PAIRS_A_CALL):
            premises, hypotheses = zip(*pairs[start : start + PAIRS_A_CALL], strict=True)
            tokens = tokenizer(
                list(premises),
                list(hypotheses),
                padding=True,
                truncation="longest_first",
                max_length=min(LONGEST, int(tokenizer.model_max_length)),
                return_tensors="pt",
            )
            found += [
                Inference(row[entailment], 0.0 if contradiction is None else row[contradiction])
                for row in model(**tokens).logits.softmax(dim=1).tolist()
            ]
    return found


def _load(name: str) -> tuple[Any, Any]:
    """A model and its tokenizer."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = find_folder(name, what="NLI model", advice=ADVICE)
    try:
        model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
        return model, AutoTokenizer.from_pretrained(folder)
    except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
        raise PrerequisiteError(
            f"NLI model {name!r} cannot be loaded ({first_line(error)}); {ADVICE}"
        ) from error


def _label(model: Any, *beginnings: str) -> int | None:
    labels = model.config.id2label.items()
    return next((i for i, label in labels if label.casefold().startswith(beginnings)), None)
