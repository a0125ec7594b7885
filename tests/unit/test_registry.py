import sys

import pytest

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.registry import Registry

LAZY = "colorsys"  # of the standard library, and seldom used


@pytest.fixture
def registry() -> Registry:
    return Registry("--colour", {"systems": LAZY, "maths": "math"})


def test_a_module_is_imported_when_it_is_asked_for(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, LAZY, raising=False)

    assert "systems" in registry
    assert "other" not in registry
    assert list(registry) == ["systems", "maths"]
    assert len(registry) == 2
    assert LAZY not in sys.modules

    assert registry["systems"].__name__ == LAZY


def test_an_unknown_name_is_told_the_known_ones(registry: Registry) -> None:
    with pytest.raises(UsageError, match=r"--colour: expected one of systems, maths, got 'x'"):
        registry["x"]
