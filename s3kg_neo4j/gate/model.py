"""What the gate reads and says."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What the reference says of a claim; the first that holds, in this order."""

    SUPPORTED = "SUPPORTED"
    OUTDATED = "OUTDATED"
    NOT_YET = "NOT_YET"
    CONTRADICTED = "CONTRADICTED"
    UNGROUNDED = "UNGROUNDED"


@dataclass(frozen=True, slots=True)
class RefEntity:
    """An entity of a reference: ``id`` is what facts name it by."""

    id: str
    name: str
    type: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """What is known of a relation.

    Attributes:
        name: As facts have it.
        functional: Whether a subject has one object at a time, so that another one contradicts.
        symmetric: Whether it may be read from tail to head.
        inverse: Name of the relation that says the same from tail to head.
        transitive: Whether a path of it is the relation too.
        event: Whether a fact of it is dated and never expires.
        tolerance: Share by which numbers may differ; None leaves 5 %.
        unit: What its bare numbers count, as "km"; with a unit or a tolerance, four figures are a
            number like any other and no year.
        path: Two or three relations that, one after the other, say the same.
        domain: Type of its subjects, "" for any.
        range: Type of its objects.
        aliases: Other names of it, in facts and in claims.
    """

    name: str
    functional: bool = False
    symmetric: bool = False
    inverse: str = ""
    transitive: bool = False
    event: bool = False
    tolerance: float | None = None
    unit: str = ""
    path: tuple[str, ...] = ()
    domain: str = ""
    range: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a reference.

    Attributes:
        subject: Id of an entity.
        relation: Name of the relation.
        object: Id of an entity, or a literal (number, date, text) that is none.
        valid_from: Day, month or year from which it holds; "" for ever before.
        valid_to: The last one; "" for ever after.
        source: Where the fact comes from.
        confidence: How sure it is, as the source says; it is shown and weighs nothing.
    """

    subject: str
    relation: str
    object: str
    valid_from: str = ""
    valid_to: str = ""
    source: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Apart:
    """A name that must not name an entity, whatever normalising and aliases make of it."""

    name: str
    entity: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A trusted graph, read as a stream: nothing of it is held."""

    entities: Iterable[RefEntity]
    relations: Iterable[Relation]
    facts: Iterable[Fact]
    apart: Iterable[Apart] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement to be checked.

    Attributes:
        id: Its name within the file.
        subject: As the text has it.
        relation: As the text has it.
        object: As the text has it.
        document: Which document it stands in.
        valid_from: Begin of the period that it speaks of; "" where it names none.
        valid_to: End of that period.
        sentence: Sentence of the document that says it, where that is known.
    """

    id: str
    subject: str
    relation: str
    object: str
    document: str = ""
    valid_from: str = ""
    valid_to: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with what proves it.

    Attributes:
        claim: The claim.
        verdict: What the reference says.
        reason: In a few words why, where the verdict alone does not say.
        evidence: Facts that the verdict rests on, as "subject relation object, from day, until
            day (source)".
        subject: Id of the entity that the subject names, "" where it names none or several.
        object: The same of the object; a literal that the relation takes counts as its own text.
        disagrees: Whether the reference has several truths where there can be one.
    """

    claim: Claim
    verdict: Verdict
    reason: str
    evidence: tuple[str, ...]
    subject: str
    object: str
    disagrees: bool = False
