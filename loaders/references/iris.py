"""Words out of the names that identifiers have."""

import re
from urllib.parse import unquote

_ENDS = re.compile(r"[/#]+$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_CAPITALISED = re.compile(r"[A-Z][a-z]+")


def local_name(iri: str) -> str:
    """What stands behind the last slash or hash of an IRI, percent-decoded; itself if nothing does.

    A URN's is what stands behind its last colon.
    """
    place = _ENDS.sub("", iri)
    marks = "/#" if "/" in place else "#:"
    start = max(place.rfind(mark) for mark in marks) + 1
    return unquote(place[start:]) or iri


def words(name: str) -> str:
    """A name in words: underscores are spaces, CamelCase is split.

    In ``isPartOf`` the capitals only part words, in ``HasDNASequence`` and ``NewYork`` they are
    the words' own. Beside underscores capitals part nothing: ``Charlie_McDonnell`` is a name.
    """
    if "_" in name or " " in name:
        return " ".join(name.replace("_", " ").split()) or name
    parts = _CAMEL.split(name)
    if name[:1].islower():
        parts = [part.lower() if _CAPITALISED.fullmatch(part) else part for part in parts]
    return " ".join(parts)
