"""Stage: which way the leads of a claim lean, as a model reads them.

A lean is no verdict: it has other names, counts in no score and changes no exit code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from s3kg_neo4j.gate.leads import Lead, statement
from s3kg_neo4j.gate.model import Claim
from s3kg_neo4j.llm import Call, Caller, Prompt, Reply
from s3kg_neo4j.llm.json_reply import objects, without_thinking
from s3kg_neo4j.model import Status
from s3kg_neo4j.nli import Inference, infer
from s3kg_neo4j.workers import in_order

SURE = 0.5
"""Probability above which a passage says something of a claim."""

USABLE = (Status.OK, Status.TRUNCATED)


class Lean(StrEnum):
    """What leads say of a claim."""

    SUPPORTED = "LEAN_SUPPORTED"
    REFUTED = "LEAN_REFUTED"


VERDICTS = {"supported": Lean.SUPPORTED, "refuted": Lean.REFUTED, "neither": None}
"""What a model may reply."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A claim with its leads."""

    claim: Claim
    leads: tuple[Lead, ...]


@dataclass(frozen=True, slots=True)
class Leaning:
    """How a claim was judged.

    Attributes:
        lean: None where the leads say neither, or nobody could be asked.
        failure: Why a model's reply could not be used; "" where it could.
    """

    lean: Lean | None
    failure: str = ""


def lean_by_nli(asked: Sequence[Followed], model: str) -> list[Leaning]:
    """What an NLI model makes of each claim, with each of its passages as a premise.

    One passage is enough; where one entails a claim and another contradicts it, they say neither.

    Raises:
        PrerequisiteError: The model is not there.
    """
    # Sorted, so that the order of claims changes neither batches nor their rounding.
    pairs = sorted({pair for one in asked for pair in _pairs(one)})
    found = dict(zip(pairs, infer(pairs, model), strict=True)) if pairs else {}
    return [Leaning(_joined([found[pair] for pair in _pairs(one)])) for one in asked]


def lean_by_llm(
    asked: Sequence[Followed], model: str, prompt: Prompt, caller: Caller
) -> list[Leaning]:
    """What a language model makes of each claim; a reply that says nothing usable is no lean.

    Raises:
        BudgetError: The budget does not reach for them.
        EndpointError: The endpoint will not take them.
    """
    calls = {one: _call(one, model, prompt) for one in asked if one.leads}
    distinct = list(dict.fromkeys(calls.values()))
    replies = in_order(caller.reply, iter(distinct), caller.workers, caller.stop)
    found = dict(zip(distinct, map(_read, replies), strict=True))
    return [found[calls[one]] if one in calls else Leaning(None) for one in asked]


def _pairs(one: Followed) -> list[tuple[str, str]]:
    """Premises and hypotheses."""
    return [(lead.text, statement(one.claim)) for lead in one.leads]


def _joined(inferences: Sequence[Inference]) -> Lean | None:
    entailed = any(one.entailment > SURE for one in inferences)
    contradicted = any(one.contradiction > SURE for one in inferences)
    if entailed == contradicted:
        return None
    return Lean.SUPPORTED if entailed else Lean.REFUTED


def _call(one: Followed, model: str, prompt: Prompt) -> Call:
    claim = one.claim
    lines = [f"Claim: {claim.subject} | {claim.relation} | {claim.object}"]
    if claim.valid_from or claim.valid_to:
        lines.append(f"Period: {claim.valid_from or 'open'} to {claim.valid_to or 'open'}")
    lines += [f"Passage {n}: {lead.text}" for n, lead in enumerate(one.leads, start=1)]
    return Call(
        model=model,
        prompt=prompt.version,
        system=prompt.text,
        user="\n".join(lines),
        temperature=0.0,
        json_reply=True,
    )


def _read(reply: Reply) -> Leaning:
    if reply.status not in USABLE:
        return Leaning(None, f"{reply.status}: {reply.text or reply.finish_reason}")
    said = [
        value["verdict"].strip().lower()
        for value in objects(without_thinking(reply.text))
        if isinstance(value.get("verdict"), str)
    ]
    if not said or said[-1] not in VERDICTS:
        return Leaning(None, f"expected a verdict of {', '.join(VERDICTS)} as JSON")
    return Leaning(VERDICTS[said[-1]])
