"""Clauses to triplets: who does what to whom, by the roles of a dependency parse."""

from collections.abc import Iterator
from dataclasses import dataclass

from s3kg_neo4j.extract.parsing import Token
from s3kg_neo4j.extract.phrases import conjuncts, core, denied
from s3kg_neo4j.extract.pronouns import Mentions

_SUBJECTS = frozenset(["nsubj", "nsubjpass"])
_OBJECTS = frozenset(["dobj", "obj", "dative", "oprd"])
_RELATIVE = frozenset(["who", "which", "that", "whom", "whose", "where"])
_CLAUSES = frozenset(["relcl", "acl", "advcl", "xcomp", "ccomp", "conj", "pcomp"])
_EMPTY = frozenset(["do", "does", "did", "can", "could", "will", "would"])
"""Auxiliaries that say nothing of their own where nothing is negated."""

_BE = "be"
_OF = "of"


@dataclass(frozen=True, slots=True)
class Statement:
    """A triplet with the tokens that its ends were read from."""

    head: str
    relation: str
    tail: str
    start: int
    end: int


def statements(sentence: Token, mentions: Mentions) -> Iterator[Statement]:
    """What a sentence (a spaCy span) states, in the order of its words."""
    for token in sentence:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            yield from _clause(token, mentions)
        elif token.pos_ in ("NOUN", "PROPN"):
            yield from _appositions(token, mentions)
        if token.dep_ in _SUBJECTS:
            mentions.note(token)


def _clause(verb: Token, mentions: Mentions) -> Iterator[Statement]:
    subjects = [each for subject in _subjects(verb) for each in conjuncts(subject)]
    if not subjects:
        return
    verbal = _verbal(verb)
    for subject in subjects:
        for relation, tail in _complements(verb, verbal):
            no = " no" if denied(tail) else ""
            if tail.i != subject.i:
                yield _statement(subject, f"{relation}{no}", tail, mentions)
        yield from _copula(verb, subject, mentions)


def _subjects(verb: Token, depth: int = 0) -> list[Token]:
    """Subjects of a verb; those of the verb that it depends on where it has none."""
    own = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if own:
        return [
            described
            for s in own
            if s.lower_ not in _RELATIVE or verb.dep_ == "relcl"
            for described in (_described(verb.head) if s.lower_ in _RELATIVE else [s])
        ]
    if depth > 4 or verb.dep_ not in _CLAUSES or verb.head.i == verb.i:
        return []
    if verb.dep_ in ("acl", "relcl"):
        return _described(verb.head)
    if verb.head.pos_ in ("VERB", "AUX"):
        return _subjects(verb.head, depth + 1)
    return []


def _described(noun: Token) -> list[Token]:
    """Whom a relative clause speaks of: in "Ada is a pilot who ..." of Ada."""
    if noun.dep_ == "attr" and noun.head.lemma_ == _BE:
        return _subjects(noun.head) or [noun]
    return [noun]


def _verbal(verb: Token) -> str:
    """The verb with its auxiliaries, negation and particle, as they stand."""
    words = [
        child
        for child in verb.children
        if child.dep_ in ("aux", "auxpass", "neg", "prt") and child.lower_ != "to"
    ]
    if not any(word.dep_ == "neg" for word in words):
        words = [word for word in words if word.lower_ not in _EMPTY]
    governor = verb.head if verb.dep_ == "xcomp" and verb.head.pos_ == "VERB" else None
    text = " ".join(word.text.lower() for word in sorted([*words, verb], key=lambda w: w.i))
    text = text.replace("n't", "not").replace("n\u2019t", "not").replace("ca not", "cannot")
    return f"{_verbal(governor)} to {text}" if governor is not None else text


def _complements(verb: Token, verbal: str) -> Iterator[tuple[str, Token]]:
    """Relation and tail of everything that a verb takes."""
    for child in verb.children:
        if child.dep_ in _OBJECTS:
            for each in conjuncts(child):
                yield from _object(each, verbal)
        elif child.dep_ == "attr":
            for each in conjuncts(child):
                yield verbal, each
                yield from _behind(each, f"{verbal} {core(each)}")
        elif child.dep_ == "acomp":
            yield from _adjective(child, verbal)
        elif child.dep_ in ("prep", "agent"):
            yield from _prepositional(child, verbal)
        elif child.dep_ == "npadvmod" and child.ent_type_ in ("DATE", "TIME"):
            yield f"{verbal} on", child


def _adjective(adjective: Token, verbal: str) -> Iterator[tuple[str, Token]]:
    for each in conjuncts(adjective):
        found = [
            pair
            for child in each.children
            if child.dep_ == "prep"
            for pair in _prepositional(child, f"{verbal} {core(each)}")
        ]
        yield from found or [(verbal, each)]


def _prepositional(prep: Token, verbal: str) -> Iterator[tuple[str, Token]]:
    """The objects of a preposition, and of one that follows it ("from ... to ...")."""
    for child in prep.children:
        if child.dep_ in ("pobj", "pcomp") and child.pos_ not in ("VERB", "AUX"):
            for each in conjuncts(child):
                yield f"{verbal} {prep.lower_}", each
                yield from _behind(each, verbal, of=False)
        elif child.dep_ == "prep":
            yield from _prepositional(child, f"{verbal} {prep.lower_}")


def _object(noun: Token, verbal: str) -> Iterator[tuple[str, Token]]:
    """An object; a common noun with a preposition is part of the relation.

    "increases the efficacy of a and b" says something of a and of b.
    """
    if noun.pos_ == "NOUN" and not noun.ent_type_ and not denied(noun):
        behind = list(_behind(noun, f"{verbal} {core(noun)}"))
        yield from behind or [(verbal, noun)]
    else:
        yield verbal, noun
        yield from _behind(noun, verbal, of=False)


def _behind(noun: Token, relation: str, *, of: bool = True) -> Iterator[tuple[str, Token]]:
    """What prepositions add to a noun."""
    for child in noun.children:
        if child.dep_ == "prep" and (of or child.lower_ != _OF):
            yield from _prepositional(child, relation)


def _copula(verb: Token, subject: Token, mentions: Mentions) -> Iterator[Statement]:
    """Read "the leader of X is Y" and "X's leader is Y" as (X, leader is, Y)."""
    if verb.lemma_ != _BE:
        return
    tails = [child for child in verb.children if child.dep_ == "attr"]
    owners = [child for child in subject.children if child.dep_ == "poss"]
    owners += [
        inner
        for child in subject.children
        if child.dep_ == "prep" and child.lower_ in (_OF, "in", "for")
        for inner in child.children
        if inner.dep_ == "pobj"
    ]
    for owner in owners:
        for tail in tails:
            for each in conjuncts(tail):
                bare = " ".join(t.text for t in subject.lefts if t.dep_ in ("compound", "amod"))
                relation = f"{bare} {subject.text} {_verbal(verb)}".strip()
                yield _statement(owner, relation, each, mentions)


def _appositions(noun: Token, mentions: Mentions) -> Iterator[Statement]:
    for child in noun.children:
        if child.dep_ == "appos" and child.pos_ in ("NOUN", "PROPN") and child.i > noun.i:
            places = noun.ent_type_ == child.ent_type_ == "GPE"
            yield _statement(noun, "is in" if places else "is", child, mentions)
        elif child.dep_ == "prep" and child.lower_ in ("in", "from", "at") and noun.pos_ == "PROPN":
            for inner in child.children:
                if inner.dep_ == "pobj":
                    yield _statement(noun, f"is {child.lower_}", inner, mentions)


def _statement(head: Token, relation: str, tail: Token, mentions: Mentions) -> Statement:
    first, last = sorted((head, tail), key=lambda token: token.i)
    return Statement(
        mentions.name(head),
        relation,
        mentions.name(tail) if tail.pos_ != "ADJ" else core(tail),
        first.left_edge.idx if first.left_edge.i >= first.sent.start else first.idx,
        last.idx + len(last.text),
    )
