"""Leads for the gate's rows: which documents, who judges them, and what is said of it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from s3kg_neo4j.cli.calling import note_totals, open_caller
from s3kg_neo4j.cli.output import note
from s3kg_neo4j.errors import UsageError

if TYPE_CHECKING:
    from s3kg_neo4j.database import Database
    from s3kg_neo4j.gate.lean import Followed, Leaning
    from s3kg_neo4j.gate.model import Judged

BY_WORDS = "this Neo4j has no filtered vector search: passages are found by their words alone"


class Judge(StrEnum):
    """Who says which way leads lean."""

    NONE = "none"
    NLI = "nli"
    LLM = "llm"


@dataclass(frozen=True, slots=True)
class LeadOptions:
    """Which leads are wanted.

    Attributes:
        corpus: Name of the stored documents; "" for no leads.
        passages: For each claim, at most.
        judge: Who judges them.
        model: Name or folder of the judge's model; None for the usual one.
        price: Of language models, as ``--price`` has it.
        budget: What may be spent on them.
    """

    corpus: str
    passages: int = 3
    judge: Judge = Judge.NONE
    model: str | None = None
    price: list[str] | None = None
    budget: float | None = None

    def check(self, *, documents: bool = False, extracting: bool = False) -> None:
        """See that they go together with the command's other options.

        Args:
            documents: Whether rows of documents are printed.
            extracting: Whether a language model is asked for the claims.

        Raises:
            UsageError: They do not.
        """
        if not self.corpus and self.judge is not Judge.NONE:
            raise UsageError("--judge: expected documents to judge by; name them in --leads")
        if self.corpus and documents:
            raise UsageError("--leads: expected rows of claims; leave out --documents")
        if self.judge is Judge.LLM and self.model is None:
            raise UsageError("--judge llm: expected a model's name; give it in --judge-model")
        if self.judge is Judge.LLM and extracting and self.budget is not None:
            raise UsageError(
                "--budget: expected one task for language models; extract or judge without one"
            )


def with_leads(
    database: "Database",
    judged: Sequence["Judged"],
    rows: Sequence[dict[str, Any]],
    options: LeadOptions,
) -> list[dict[str, Any]]:
    """The rows of claims with ``leads`` and ``lean``: none where the reference knows of a claim.

    Raises:
        InputError: The documents are not stored.
        PrerequisiteError: The judge's model cannot be had.
    """
    from s3kg_neo4j.embed import load_embedder  # noqa: PLC0415
    from s3kg_neo4j.gate.corpus import find_corpus  # noqa: PLC0415
    from s3kg_neo4j.gate.leads import find_leads  # noqa: PLC0415
    from s3kg_neo4j.gate.lean import Followed  # noqa: PLC0415
    from s3kg_neo4j.gate.model import Verdict  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    corpus = find_corpus(database, options.corpus)
    by_meaning = bool(corpus.encoder) and database.server.search
    if not by_meaning:
        note(BY_WORDS)
    embedder = load_embedder(load_settings(), corpus.encoder) if by_meaning else None
    claims = [one.claim for one in judged if one.verdict is Verdict.UNGROUNDED]
    leads = find_leads(database, corpus, claims, options.passages, embedder)
    followed = list(map(Followed, claims, leads))
    leanings = _leanings(followed, options)
    _note_leads(followed, leanings, options.judge)
    found = (
        {"leads": list(map(asdict, one.leads)), "lean": leaning.lean}
        for one, leaning in zip(followed, leanings, strict=True)
    )
    nothing: dict[str, Any] = {"leads": [], "lean": None}
    return [
        row | (next(found) if one.verdict is Verdict.UNGROUNDED else nothing)
        for row, one in zip(rows, judged, strict=True)
    ]


def _leanings(followed: Sequence["Followed"], options: LeadOptions) -> list["Leaning"]:
    from s3kg_neo4j.gate.lean import Leaning, lean_by_llm, lean_by_nli  # noqa: PLC0415
    from s3kg_neo4j.llm import load_prompt  # noqa: PLC0415
    from s3kg_neo4j.nli import MODEL  # noqa: PLC0415

    if options.judge is Judge.NONE:
        return [Leaning(None)] * len(followed)
    if options.judge is Judge.NLI:
        return lean_by_nli(followed, options.model or MODEL)
    with open_caller(options.price, options.budget) as caller:
        try:
            return lean_by_llm(followed, options.model or "", load_prompt("lean"), caller)
        finally:
            note_totals(caller)


def _note_leads(
    followed: Sequence["Followed"], leanings: Sequence["Leaning"], judge: Judge
) -> None:
    from s3kg_neo4j.gate.lean import Lean  # noqa: PLC0415

    led = sum(bool(one.leads) for one in followed)
    line = f"leads: for {led} of {len(followed)} ungrounded claims"
    if judge is not Judge.NONE:
        counts = Counter(one.lean for one in leanings)
        line += "".join(f", {counts[lean]} {lean}" for lean in Lean)
    failures = [one.failure for one in leanings if one.failure]
    if failures:
        line += f", {len(failures)} without a usable reply (the first: {failures[0]})"
    note(line)
