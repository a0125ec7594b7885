"""Methods by name. A new one is a module with ``METHODS`` here, and its name in ``FAMILIES``."""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache

from s3kg_neo4j.bench.similarity.method import Method
from s3kg_neo4j.errors import UsageError

FAMILIES = (
    "rouge",
    "bleu",
    "text_cosine",
    "bertscore",
    "grapheval",
    "s3kg",
    "coverage",
    "triplets",
    "grakel_wl",
    "wwl",
    "graph_matching",
    "edit_distance",
    "gds_embeddings",
    "kge",
)
"""Modules, in the order of tables; a module imports its library where it uses it."""


@cache
def known_methods() -> Mapping[str, Method]:
    """Every method by name, in the order of tables."""
    modules = (importlib.import_module(f"{__name__}.{family}") for family in FAMILIES)
    return {method.name: method for module in modules for method in module.METHODS}


def find_methods(names: Sequence[str]) -> list[Method]:
    """The methods of these names; ROUGE-1, rouge1 and Rouge_1 are one name.

    Args:
        names: As the user gave them; all that are not heavy where there are none; ``all``.

    Raises:
        UsageError: There is no method of a name.
    """
    methods = known_methods()
    if not names:
        return [method for method in methods.values() if not method.heavy]
    spelt = {_spelling(name): name for name in methods}
    # A preset is known by its own name too.
    spelt |= {
        _spelling(name.removeprefix("s3kg-")): name for name in methods if name.startswith("s3kg-")
    } | {_spelling(name): name for name in methods}
    found: dict[str, Method] = {}
    for name in names:
        if name == "all":
            found |= methods
        elif _spelling(name) in spelt:
            known = spelt[_spelling(name)]
            found[known] = methods[known]
        else:
            raise UsageError(
                f"--method: expected all or some of {', '.join(methods)}, got {name!r}"
            )
    return list(found.values())


def _spelling(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum() or c == "+")
