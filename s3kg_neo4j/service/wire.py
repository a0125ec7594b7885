"""Requests and replies as they travel, over HTTP and MCP alike."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from s3kg_neo4j.categories import Category, InContext
from s3kg_neo4j.gate.model import Verdict
from s3kg_neo4j.measure import Preset
from s3kg_neo4j.model import Status

Name = Annotated[str, Field(min_length=1)]
Parts = Annotated[list[str], Field(min_length=3, max_length=3)]

# What the loaders accept is described here and decided there, where the complaint is clear.
Visible = Annotated[str, Field(json_schema_extra={"pattern": r"\S"})]
Day = Annotated[
    str,
    Field(json_schema_extra={"pattern": r"^(\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1\d|2[0-8]))?)?)?$"}),
]


class ClaimBody(BaseModel):
    """A claim, as a line of a file of claims has it (docs/gate.md)."""

    model_config = ConfigDict(extra="forbid")

    claim: Annotated[list[Visible], Field(min_length=3, max_length=3)] = Field(
        description="Subject, relation and object."
    )
    id: str = Field("", description="Its place in the request where not given.")
    document: str = ""
    valid_from: Day = Field("", description="First day, month or year that it speaks of.")
    valid_to: Day = Field("", description="The last one.")


Claims = Annotated[list[ClaimBody], Field(min_length=1)]


class GateRequest(BaseModel):
    """Claims, and the stored reference that they are checked against."""

    model_config = ConfigDict(extra="forbid")

    reference: Name
    claims: Claims
    as_of: Day = Field("", description="Day for claims without a period; today where not given.")


class SourceBody(BaseModel):
    """A text with its triplets; null or absent triplets: nothing has been extracted."""

    text: str | None = None
    triplets: list[Any] | None = Field(
        None, description="[head, relation, tail] each, or objects with these keys."
    )
    status: Literal["OK", "TRUNCATED", "FAILED", "REFUSED"] | None = None
    rejected: list[Any] | None = None


class AnswerBody(SourceBody):
    """A model's answer; references of its own only where extracted together with it."""

    model: Name
    temperature: float | None = None
    repeat: int | None = None
    gold: SourceBody | None = None
    context: SourceBody | None = None


class QuestionBody(BaseModel):
    """A question, as a line of the own format has it (docs/loaders.md)."""

    id: str | int | float
    question: str | None = None
    gold: SourceBody | None = None
    context: SourceBody | None = None
    answers: list[AnswerBody] = Field(min_length=1)


class VerdictRow(BaseModel):
    """What the reference says of a claim, and the facts that prove it."""

    document: str
    id: str
    claim: str
    verdict: Verdict
    reason: str
    evidence: list[str]


class DocumentRow(BaseModel):
    """A document: its claims by verdict, those in suspicious clusters, its score."""

    document: str
    supported: int
    outdated: int
    not_yet: int
    contradicted: int
    ungrounded: int
    flagged: list[str]
    suspect: list[str]
    score: float
    grounding: float
    distances: dict[str, int | None]


class GateReply(BaseModel):
    """Verdicts in the order of the claims, documents in that of their first claims."""

    verdicts: list[VerdictRow]
    documents: list[DocumentRow]


class ComparisonScores(BaseModel):
    """S3KG of one comparison with its parts; null where it is undefined."""

    s_wl: float | None
    s_sbert: float | None
    score: float | None
    status: Status


class TripletCounts(BaseModel):
    """Distinct triplets of each graph; the answer's that repeat and those that were none."""

    answer: int
    gold: int
    context: int
    repeated: int
    rejected: int


class ScoreRow(BaseModel):
    """An answer's line of scores.jsonl."""

    id: str
    model: str
    temperature: float | None
    repeat: int
    status: Status
    gold_sim: float | None
    ctx_sim: float | None
    cus: float | None
    gold: ComparisonScores
    context: ComparisonScores
    tau: dict[Category, int] | None
    in_context: dict[InContext, int] | None
    triplets: TripletCounts
    preset: Preset
    gid: str


class ErrorRow(BaseModel):
    """A line of errors.jsonl: a triplet that did not align."""

    id: str
    model: str
    temperature: float | None
    repeat: int
    category: Category
    detail: str
    reason: str
    cosine: float | None
    answer: Parts | None
    gold: Parts | None
    in_context: InContext | None


class ScoreReply(BaseModel):
    """One row an answer, and what is wrong with each."""

    scores: list[ScoreRow]
    errors: list[ErrorRow]


class DiffRow(BaseModel):
    """A triplet of an answer beside the gold triplet that it is paired with."""

    graph: str
    model: str
    temperature: float | None
    score: float | None
    category: Category
    detail: str
    answer: Parts | None
    gold: Parts | None
    in_context: InContext | Literal[""]
    cosine: float | None
    said: str | None
    gold_said: str | None


class RunRow(BaseModel):
    """A run that is stored."""

    run: str
    dataset: str
    preset: Preset
    encoder: str
    version: str
    answers: int


class Health(BaseModel):
    """What answers, and what can be asked of it."""

    version: str
    neo4j: str
    gds: str | None
    references: list[str]


class Failure(BaseModel):
    """Why there is no other reply."""

    error: str
    what_to_do: str | None = None
    request_id: str
