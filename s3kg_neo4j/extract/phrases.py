"""Noun phrases: from the token that heads one to the words that name the thing."""

from collections.abc import Iterator

from s3kg_neo4j.extract.parsing import Token

_INSIDE = frozenset(
    ("compound", "amod", "nummod", "quantmod", "nmod", "poss", "case", "npadvmod", "advmod", "neg")
)
"""Dependents that belong to a name."""

_BEHIND = frozenset(("prep", "relcl", "acl", "appos", "conj", "cc", "advcl"))
"""Dependents of a part of a name that say more than its name."""

_ARTICLES = frozenset(
    ("a", "an", "the", "this", "that", "these", "those", "such", "some", "any", "both", "all")
)
_NEGATING = frozenset(["no", "neither", "nor"])
_LOOSE = " ,;:.-\u2013\u2014'\"()[]"


def phrase(head: Token) -> str:
    """The name that ``head`` heads, with the phrase that "of" adds to it."""
    tokens = set(_core(head))
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ == "of" and child.i > head.i:
            tokens.add(child)
            for inner in child.children:
                if inner.dep_ == "pobj":
                    tokens |= _whole(inner)
    return _text(tokens)


def core(head: Token) -> str:
    """The name without what prepositions add."""
    return _text(set(_core(head)))


def conjuncts(head: Token) -> Iterator[Token]:
    """``head`` and what "and" and "or" put beside it."""
    yield head
    for child in head.children:
        if child.dep_ == "conj" and child.pos_ in ("NOUN", "PROPN", "NUM", "PRON", "ADJ", "SYM"):
            yield from conjuncts(child)


def denied(head: Token) -> bool:
    """Whether "no" stands before the name: the relation then is negated."""
    return any(child.dep_ == "det" and child.lower_ in _NEGATING for child in head.children)


def _core(head: Token) -> Iterator[Token]:
    yield head
    for child in head.children:
        is_number = child.dep_ == "appos" and child.like_num and head.pos_ == "NUM"
        if child.dep_ in _INSIDE or is_number:
            yield from _below(child)
        elif child.dep_ == "punct" and child.text == "-" and child.i < head.i:
            yield child
    if head.ent_type_:  # a date, a sum or a title stays whole
        span = next((ent for ent in head.doc.ents if ent.start <= head.i < ent.end), None)
        if span is not None and span.root == head:
            yield from span


def _below(token: Token) -> Iterator[Token]:
    yield token
    joined = token.dep_ in ("compound", "amod", "nmod", "poss")
    for child in token.children:
        if child.dep_ not in _BEHIND or (joined and child.dep_ in ("conj", "cc")):
            yield from _below(child)


def _whole(head: Token) -> set[Token]:
    """A name with its own prepositional phrases, as "University of Texas at Austin"."""
    tokens = set(_core(head))
    for child in head.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            tokens.add(child)
            for inner in child.children:
                if inner.dep_ == "pobj":
                    tokens |= _whole(inner)
    return tokens


def _text(tokens: set[Token]) -> str:
    ordered = sorted(tokens, key=lambda token: token.i)
    while ordered and (ordered[0].lower_ in _ARTICLES | _NEGATING or ordered[0].is_punct):
        ordered.pop(0)
    text = "".join(token.text_with_ws for token in ordered)
    return " ".join(text.split()).strip(_LOOSE).removesuffix("'s").removesuffix("\u2019s")
