"""Whom a pronoun stands for, by one simple rule.

A pronoun, or "the city" after "Paris, the city ...", stands for the last subject before it that
fits: "he" and "she" for a person or a proper name, "it" for what is no person, "they" for a plural
or, failing that, the last subject of all. No library for this is both kept and offline; the rule
is wrong where two candidates fit.
"""

from dataclasses import dataclass, field

from s3kg_neo4j.extract.parsing import Token
from s3kg_neo4j.extract.phrases import core, phrase

_PERSONAL = frozenset(["he", "him", "his", "she", "her", "hers"])
_THING = frozenset(["it", "its"])
_PLURAL = frozenset(["they", "them", "their", "theirs"])
PRONOUNS = _PERSONAL | _THING | _PLURAL


@dataclass(slots=True)
class Mentions:
    """Names met so far, in the order of the text."""

    subjects: list[tuple[str, bool, bool, str]] = field(default_factory=list)
    """Name, whether it is a person, whether it is a plural, lemma of its head."""

    def name(self, head: Token) -> str:
        """The name of a noun phrase, a pronoun's replaced by whom it stands for."""
        if head.lower_ in PRONOUNS:
            return self._stands_for(head.lower_) or head.text
        own = phrase(head)
        if head.pos_ == "NOUN" and any(child.lower_ in ("the", "this") for child in head.children):
            for name, _, _, lemma in reversed(self.subjects):
                if lemma == head.lemma_.lower() and core(head).lower() == head.lower_:
                    return name
        for child in head.children:
            if child.dep_ == "poss" and child.lower_ in PRONOUNS:
                owner = self._stands_for(child.lower_)
                if owner:
                    rest = own.split(maxsplit=1)
                    return f"{owner} {rest[1]}" if len(rest) > 1 else own
        return own

    def note(self, head: Token) -> None:
        """Remember a subject."""
        if head.pos_ not in ("NOUN", "PROPN"):
            return
        person = head.ent_type_ == "PERSON"
        plural = "Plur" in head.morph.get("Number")
        self.subjects.append((phrase(head), person, plural, head.lemma_.lower()))

    def _stands_for(self, pronoun: str) -> str | None:
        for name, person, plural, _ in reversed(self.subjects):
            if pronoun in _PERSONAL and (person or name[:1].isupper()):
                return name
            if pronoun in _THING and not person and not plural:
                return name
            if pronoun in _PLURAL and plural:
                return name
        return self.subjects[-1][0] if self.subjects else None
