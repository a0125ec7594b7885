"""What keeps two labels apart whatever their cosine."""

import itertools
import random
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from s3kg_neo4j.guards import Features, features, guard
from s3kg_neo4j.opposites import lexicon

UNHURRIED = settings(deadline=None)  # the first word reads the dictionary


def reason(first: str, second: str) -> str | None:
    return guard(features(first), features(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1888", "1889"),
        ("GPT-4", "GPT-4o"),
        ("5 km", "6 km"),
        ("2019-05-01", "2020-05-01"),
        ("10 mg", "10 g"),
        ("two patients", "three patients"),
        ("first dose", "second dose"),
        ("not in 1888", "in 1889"),  # numbers come first
    ],
)
def test_different_numbers(first: str, second: str) -> None:
    assert reason(first, second) == "number"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("does not cause", "causes"),
        ("doesn't cause", "causes"),
        ("doesn’t cause", "causes"),
        ("doesnt_cause", "causes"),
        ("effectiveness_not_documented", "effectiveness documented"),
        ("cannot be used for", "can be used for"),
        ("never smoked", "smoked"),
        ("no significant difference", "significant difference"),
        ("without_treatment", "with treatment"),
        ("non-smokers", "smokers"),
        ("nonsmoker", "smoker"),
        ("non Hodgkin lymphoma", "Hodgkin lymphoma"),
        ("lack of evidence", "evidence"),
        ("lacks support", "has support"),
        ("absence_of_pain", "presence of pain"),
        ("fails to detect", "detects"),
        ("failed_to_improve", "improved"),
        ("neither A nor B", "A or B"),
        ("symptom-free", "symptoms"),
        ("free of disease", "disease"),
        ("unaffected by", "affected by"),
        ("unrelated_to", "related to"),
        ("nonsignificant", "significant"),
        ("ineffective", "effective"),
        ("no pain, no fever", "pain and fever"),
        ("DOES NOT CAUSE", "causes"),
        ("not more effective than", "more effective than"),
        ("untrained_staff", "trained staff"),
        ("unresectable tumour", "resectable tumour"),
        ("unlikely", "likely"),
        ("inconsistency", "consistency"),
    ],
)
def test_negation_in_one_only(first: str, second: str) -> None:
    assert reason(first, second) == "negation"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("does not cause", "doesn't cause"),
        ("not affected by", "unaffected by"),
        ("not significant", "insignificant"),
        ("not likely", "unlikely"),
        ("not recognized", "unrecognized"),
        ("unveiled", "revealed"),
        ("uncovered", "discovered"),
        ("united", "joint"),
        ("no_effect", "without effect"),
        ("no evidence", "lack of evidence"),
        ("not only A", "A"),
        ("not without risk", "with risk"),
        ("does not lack", "has"),
        ("whether or not to treat", "whether to treat"),
        ("no more than 5", "5"),
        ("No. 5", "number 5"),
        ("No 5", "5"),
        ("NO synthase", "nitric oxide synthase"),
        ("nonsense mutation", "mutation"),
        ("heart failure", "failing heart"),
        ("free drug", "drug"),
        ("no doubt", "certainly"),
        ("notable", "remarkable"),
        ("Norway", "Norwegian"),
    ],
)
def test_no_negation_in_one_only(first: str, second: str) -> None:
    assert reason(first, second) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("positive impact on", "negative impact on"),
        ("increase_activity", "decreased activity"),
        ("increases", "reduces"),
        ("daughter of", "mother of"),
        ("father of", "mother of"),
        ("parent of", "child of"),
        ("has child", "child of"),
        ("employer of", "employee of"),
        ("teachers", "students"),
        ("predator of", "prey of"),
        ("high", "low"),
        ("higher", "lowest"),
        ("high risk", "lower risk"),
        ("better", "worse"),
        ("before", "after"),
        ("benign lesion", "malignant lesion"),
        ("Northern Ireland", "Southern Ireland"),
        ("left ventricle", "right ventricle"),
        ("upregulated", "down-regulates"),
        ("activates", "inhibitor of"),
        ("agonist", "antagonist"),
        ("hypertension", "hypotension"),
        ("hyper-glycemia", "hypoglycemia"),
        ("hyperglycemia", "hypoglycaemia"),
        ("hyperoxia", "hypoxia"),
        ("overexpression", "underexpression"),
        ("pros", "cons"),
        ("pre-operative", "postoperative"),
        ("anti-inflammatory", "proinflammatory"),
        ("overweight", "underweight"),
        ("macrovascular", "microvascular"),
        ("painful", "painless"),
        ("useful", "useless"),
        ("homogeneous", "heterogeneous"),
        ("p < .05", "p>0.05"),
        ("↑ risk", "↓ risk"),
        ("sold to", "bought from"),
        ("won", "lost"),
        ("male patients", "female patients"),
        ("unsafe", "safe"),
        ("bilateral", "unilateral"),
        ("migrated to Spain", "migrated from Spain"),
        ("supports", "opposed"),
        ("mother's", "father's"),
    ],
)
def test_opposite_words(first: str, second: str) -> None:
    assert reason(first, second) == "opposite"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("increases", "raises"),
        ("increase or decrease", "increase"),
        ("has parent", "child of"),
        ("has father", "son of"),
        ("predator of", "preys on"),
        ("has host", "parasite of"),
        ("host of", "hosted by"),
        ("up-regulates", "upregulated"),
        ("used for", "treats"),
        ("1 km", "1000 m"),
        ("5%", "5 percent"),
        ("two patients", "patients"),
        ("in 1888", "in the old days"),
        ("more than 5", "> 5"),
        ("has host", "uses_host"),
        ("has host", "hosts"),
        ("use as host", "utilize as host"),
        ("establish host relationship with", "has host"),
        ("", "x"),
        ("\u5317\u4eac", "\u6771\u4eac"),
    ],
)
def test_nothing_keeps_these_apart(first: str, second: str) -> None:
    assert reason(first, second) is None


def test_features_are_short_lists_of_what_can_be_compared() -> None:
    assert features("does not increase_risk by 5%") == Features(
        quantities=("5 %",), negated=True, words=("increase",), opposites=("decrease",)
    )
    assert features("history of asthma") == features("") == Features()


def test_the_order_of_names_does_not_matter() -> None:
    names = ["10 mm", "10 mM", "10 MM"]
    assert len({features(order) for order in itertools.permutations(names)}) == 1
    assert features(["x 5"]) == features("x 5")
    assert features([]) == Features()


WORDS = sorted(
    word.strip("-")
    for line in files("s3kg_neo4j").joinpath("opposites.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for word in line.split()
)
phrases = st.lists(
    st.sampled_from(
        [*WORDS, "not", "no", "without", "non-", "has", "on", "5", "5%", "1888", "two", ",", "or"]
    ),
    max_size=6,
).map(" ".join)


@UNHURRIED
@given(phrases | st.text())
def test_a_label_is_never_guarded_from_itself(text: str) -> None:
    assert reason(text, text) is None
    assert guard(features(text), features(text.replace(" ", "_"))) is None


@UNHURRIED
@given(phrases, phrases)
def test_guards_are_symmetric(first: str, second: str) -> None:
    assert reason(first, second) == reason(second, first)


@UNHURRIED
@given(phrases)
def test_features_are_sorted_and_disjoint(text: str) -> None:
    found = features(text)
    assert list(found.words) == sorted(set(found.words))
    assert list(found.opposites) == sorted(set(found.opposites))
    assert not set(found.words) & set(found.opposites)


@UNHURRIED
@given(phrases)
def test_opposites_do_not_depend_on_the_order_of_words(text: str) -> None:
    words = [word for word in text.split() if word not in ("has", "on")]
    shuffled = random.Random(7).sample(words, len(words))
    assert features(" ".join(words)).words == features(" ".join(shuffled)).words


def test_the_file_of_opposites_is_sound() -> None:
    (pairs,) = lexicon().lists
    for name, others in pairs.others.items():
        assert name not in others, f"{name!r} opposes itself"
        assert all(name in pairs.others[other] for other in others), f"{name!r} one way only"
        assert not name.endswith(" of") or len(others) == 1, f"{name!r} has two counterparts"
    for word, names in pairs.words.items():
        opposed = {other for name in names for other in pairs.others[name]}
        assert opposed.isdisjoint(names), f"{word!r} stands on both sides"
    assert all(word.islower() for word in [*pairs.words, *pairs.roles, *pairs.negations])
