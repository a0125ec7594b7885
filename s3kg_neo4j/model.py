"""What passes between the stages: records as read, and what is said of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Why a score is what it is (specified order: the worst first)."""

    REFUSED = "REFUSED"
    FAILED = "FAILED"
    TRUNCATED = "TRUNCATED"
    NO_REFERENCE = "NO_REFERENCE"
    ABSTAIN = "ABSTAIN"
    EMPTY_REFERENCE = "EMPTY_REFERENCE"
    EMPTY_LLM = "EMPTY_LLM"
    OK = "OK"

    @classmethod
    def worst(cls, *statuses: "Status") -> "Status":
        """The first of ``statuses`` in the order of this enumeration."""
        order = list(cls)
        return min(statuses, key=order.index)


class Role(StrEnum):
    """What a graph is of: also its label in the database."""

    GOLD = "Gold"
    LLM = "LLM"
    CONTEXT = "Context"


@dataclass(frozen=True, slots=True)
class Triplet:
    """One statement as it was read: three non-empty texts."""

    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class RejectedTriplet:
    """An entry of a triplet list that is not a triplet (index counts from 0)."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in a text a triplet comes from.

    Attributes:
        sentence: Number of the sentence, from 0.
        start: First character in the text, None where the words are not found there.
        end: Behind the last character.
    """

    sentence: int
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One text with the triplets that were extracted from it.

    Attributes:
        text: The text, "" where only triplets are known.
        triplets: In the order given; None where nothing has been extracted.
        rejected: The entries that were not triplets.
        extraction: OK, TRUNCATED, FAILED or REFUSED: how the extraction ended.
        origins: Where in the text each triplet comes from; empty where nobody said.
    """

    text: str = ""
    triplets: tuple[Triplet, ...] | None = None
    rejected: tuple[RejectedTriplet, ...] = ()
    extraction: Status = Status.OK
    origins: tuple[Origin | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer; ``gold`` and ``context`` only where extracted together with it."""

    model: str
    source: Source
    temperature: float | None = None
    repeat: int = 0
    gold: Source | None = None
    context: Source | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its references and all answers to it."""

    id: str
    text: str = ""
    gold: Source | None = None
    context: Source | None = None
    answers: tuple[Answer, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every text of it: the references first, then answer by answer."""
        own = [self.gold, self.context]
        own += [source for a in self.answers for source in (a.source, a.gold, a.context)]
        return tuple(source for source in own if source is not None)


@dataclass(frozen=True, slots=True)
class TextPair:
    """Two texts that mean the same (label 1) or not (0); None where nobody said."""

    id: str
    source_1: Source
    source_2: Source
    label: int | None = None
    properties: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that could not be read: it is counted and named, and the rest goes on.

    Attributes:
        file: Name of the file.
        record: Where in it: "line 3", "row 7", "question q1".
        field: Path of the field, as ``answers[0].triplets``; "" for the whole record.
        expected: What was expected there, and what was found.
        action: What to do next.
    """

    file: str
    record: str
    field: str
    expected: str
    action: str

    def __str__(self) -> str:
        """The one line that the user reads."""
        place = f"{self.file}: {self.record}" + (f": {self.field}" if self.field else "")
        return f"{place}: {self.expected}; {self.action}"
