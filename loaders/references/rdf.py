"""References and claims in RDF: N-Triples (.nt), read as a stream, and Turtle (.ttl).

Resources become entities. ``rdfs:label`` and ``skos:prefLabel`` are names, the English one if there
is one, else one without a language, else the first; the others and ``skos:altLabel`` are aliases.
A resource without a label is named by its IRI's local name, in words. ``rdf:type`` is the type.
Properties become relations, named likewise, with ``owl:FunctionalProperty``,
``owl:SymmetricProperty``, ``owl:TransitiveProperty`` and ``owl:inverseOf``; what else is said of a
property is no fact. Literals become texts. All other triples are facts; names, types and
properties are held in memory, facts are not. As claims, every fact of a file is one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from loaders.references import claims_of, made_of
from loaders.references.iris import local_name, words
from loaders.references.triples import Triple, Value, read_triples
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation
from s3kg_neo4j.gate.values import relation_key
from s3kg_neo4j.model import BadRecord
from s3kg_neo4j.text import is_blank

LICENCE = "the user's own (DBpedia: CC BY-SA 3.0; Wikidata: CC0)"
HOMEPAGE = "https://www.w3.org/TR/rdf11-concepts/"
REVISION = "RDF 1.1"

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"

_TYPE = f"{_RDF}type"
_INVERSE = f"{_OWL}inverseOf"
_NAMES = frozenset([f"{_RDFS}label", f"{_SKOS}prefLabel"])
_ALIAS = f"{_SKOS}altLabel"
_NO_FACTS = _NAMES | {_ALIAS, _TYPE, _INVERSE}

_FLAGS = {
    f"{_OWL}FunctionalProperty": "functional",
    f"{_OWL}SymmetricProperty": "symmetric",
    f"{_OWL}TransitiveProperty": "transitive",
}
_PROPERTIES = frozenset(
    [
        f"{_RDF}Property",
        *(f"{_OWL}{kind}Property" for kind in ("Object", "Datatype", "Annotation")),
        f"{_OWL}InverseFunctionalProperty",
        *_FLAGS,
    ]
)
_PREFERRED = "en"


def load_reference(path: Path) -> Reference:
    """The reference of a file, which is read once for names and once for facts.

    Raises:
        InputError: A triple cannot be read.
    """
    graph = _Graph(path, whole=True)
    return Reference(graph.entities(), graph.relations(), graph.facts())


def load_claims(path: Path) -> Iterator[Claim | BadRecord]:
    """The facts of a file as claims, in order."""
    return _Graph(path, whole=False).claims()


@dataclass(slots=True)
class _Schema:
    """What a file says of names, types and properties."""

    labels: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    types: dict[str, list[str]] = field(default_factory=dict)
    flags: dict[str, set[str]] = field(default_factory=dict)
    inverses: dict[str, str] = field(default_factory=dict)
    predicates: dict[str, None] = field(default_factory=dict)
    resources: dict[str, None] = field(default_factory=dict)

    def add(self, triple: Triple) -> None:
        subject, predicate, value = triple
        if isinstance(value, Value):
            self._add_value(subject, predicate, value)
        elif predicate == _TYPE:
            self._add_type(subject, value)
        elif predicate == _INVERSE:
            # Said of one, it holds of both; an unnamed property is none that facts have.
            for one, other in ((subject, value), (value, subject)):
                if not _is_blank_node(one) and not _is_blank_node(other):
                    self.flags.setdefault(one, set())
                    self.inverses.setdefault(one, other)
        else:
            self.predicates[predicate] = None
            self.resources[subject] = self.resources[value] = None

    def _add_value(self, subject: str, predicate: str, value: Value) -> None:
        self.resources[subject] = None
        if is_blank(value.text):
            return
        if predicate in _NAMES:
            self.labels.setdefault(subject, []).append((_rank(value.language), value.text))
        elif predicate == _ALIAS:
            self.aliases.setdefault(subject, []).append(value.text)
        else:
            self.predicates[predicate] = None

    def _add_type(self, subject: str, kind: str) -> None:
        if kind in _PROPERTIES:
            flags = self.flags.setdefault(subject, set())
            if kind in _FLAGS:
                flags.add(_FLAGS[kind])
        elif not kind.startswith((_OWL, _RDF, _RDFS)):
            self.resources[subject] = None
            self.types.setdefault(subject, []).append(kind)

    def is_property(self, resource: str) -> bool:
        """Whether it is declared one, or used as one."""
        return resource in self.flags or resource in self.predicates

    def name(self, resource: str) -> str:
        """What a resource is called."""
        if resource in self.labels:
            return min(self.labels[resource], key=lambda label: label[0])[1]
        return resource if _is_blank_node(resource) else words(local_name(resource))

    def other_names(self, resource: str) -> tuple[str, ...]:
        """What else it is called; a local name that was taken apart also as it was written."""
        labels = [text for _, text in self.labels.get(resource, [])]
        if not labels and not _is_blank_node(resource):
            labels = [local_name(resource)]
        found = dict.fromkeys([*labels, *self.aliases.get(resource, [])])
        found.pop(self.name(resource), None)
        return tuple(found)


class _Graph:
    """A file, as what the gate reads of it; ``whole`` refuses one with a triple that is none."""

    def __init__(self, path: Path, *, whole: bool) -> None:
        self._path = path
        self._whole = whole

    @cached_property
    def _schema(self) -> _Schema:
        schema = _Schema()
        for item in read_triples(self._path):
            if not isinstance(item, BadRecord):
                schema.add(item[1])
            elif self._whole:
                raise InputError(str(item))
        return schema

    def entities(self) -> Iterator[RefEntity]:
        schema = self._schema
        for resource in schema.resources:
            if not schema.is_property(resource):
                kinds = dict.fromkeys(map(schema.name, schema.types.get(resource, [])))
                yield RefEntity(
                    resource, schema.name(resource), ", ".join(kinds), schema.other_names(resource)
                )

    def relations(self) -> Iterator[Relation]:
        """Properties of one name are one relation, which is what any of them is."""
        schema = self._schema
        found: dict[str, Relation] = {}
        for iri in dict.fromkeys([*schema.predicates, *schema.flags]):
            name = schema.name(iri)
            key = relation_key(name)[0]
            relation = found.get(key, Relation(name))
            if not relation.inverse and iri in schema.inverses:
                relation = replace(relation, inverse=schema.name(schema.inverses[iri]))
            flags = dict.fromkeys(sorted(schema.flags.get(iri, ())), True)
            found[key] = replace(relation, **flags)  # type: ignore[arg-type]
        return iter(found.values())

    def facts(self) -> Iterator[Fact]:
        return made_of(self._path, read_triples(self._path), self._fact)

    def _fact(self, place: str, triple: Triple) -> Iterator[Fact]:
        if self._is_fact(triple):
            subject, predicate, value = triple
            is_entity = isinstance(value, str) and not self._schema.is_property(value)
            end = str(value) if is_entity else self._text(value)
            source = f"{self._path.name} {place}"
            yield Fact(subject, self._schema.name(predicate), end, source=source)

    def claims(self) -> Iterator[Claim | BadRecord]:
        facts = (
            item
            for item in read_triples(self._path)
            if isinstance(item, BadRecord) or self._is_fact(item[1])
        )
        return claims_of(self._path, facts, self._claim)

    def _claim(self, place: str, triple: Triple) -> Claim:
        subject, predicate, value = triple
        return Claim(place, self._text(subject), self._text(predicate), self._text(value))

    def _text(self, term: str | Value) -> str:
        return term.text if isinstance(term, Value) else self._schema.name(term)

    def _is_fact(self, triple: Triple) -> bool:
        subject, predicate, value = triple
        empty = isinstance(value, Value) and is_blank(value.text)
        return predicate not in _NO_FACTS and not self._schema.is_property(subject) and not empty


def _rank(language: str) -> int:
    """Which label becomes the name: the preferred language, none, any other."""
    if language.partition("-")[0] == _PREFERRED:
        return 0
    return 2 if language else 1


def _is_blank_node(resource: str) -> bool:
    return resource.startswith("_:")
