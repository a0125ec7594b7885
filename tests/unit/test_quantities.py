"""Numbers, dates and measurements: what is the same quantity, and what is not."""

import re
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from s3kg_neo4j.quantities import quantities


@pytest.mark.parametrize(
    "texts",
    [
        ["1,000 m", "1000 m", "1 km", "one kilometre", "1_km", "1 000 m", "1\u00a0000 m"],
        ["1e3 metres", "10^3 m", "1 thousand meters", "1,000 metres"],
        ["10 mg", "0.01 g", "10mg", "10_milligrams", "10-mg", "ten mg", "\uff11\uff10 mg"],
        ["5%", "5 percent", "5_per_cent", "5 %", "five percent", "5.0%"],
        [".5", "0.5", "½", "0.50"],
        ["1st", "first", "1"],
        ["two patients", "2 patients", "Two_patients"],
        ["twenty-one", "21", "twenty one"],
        ["two hundred and fifty", "250"],
        ["10\u2075", "100000", "100,000", "1e5", "10^5", "1 × 10\u2075"],
        ["2019-05-01", "May 1, 2019", "1 May 2019", "1st of May 2019", "may_1_2019", "2019/5/1"],
        ["31/05/2019", "05/31/2019", "2019-05-31"],
        ["2019-05", "May 2019", "May_2019", "May of 2019"],
        ["2010-15", "2010–2015", "2010 to 2015"],
        ["5-10 mg", "5 to 10 mg", "5 mg to 10 mg", "5–10 mg"],
        ["12-week", "twelve weeks", "84 days"],
        ["five-year survival", "5_years", "60 months"],
        ["24h", "24 hours", "1 day", "1,440 min"],
        ["$5 million", "5 million dollars", "$5m", "US$5,000,000", "five million dollars"],
        ["10 mg/day", "10 mg per day", "10 mg daily", "10 mg a day"],
        ["36 km/h", "10 m/s", "10 metres per second"],
        ["30 kg/m2", "30 kg/m²", "30 kg/m^2"],
        ["3 square kilometres", "3 sq. km", "3 km2", "3,000,000 m²"],
        ["-5 °C", "−5°C", "-5 degrees Celsius"],
        ["9:30 pm", "21:30", "9:30 p.m."],
        ["120 mm Hg", "120 mmHg"],
        ["COVID-19", "COVID 19", "COVID_19", "COVID19"],
        ["GPT-4", "GPT 4", "gpt-4"],
        ["B12", "B-12", "b12"],
        ["phase one", "phase 1", "Phase_1"],
        ["twice", "two times", "2"],
        ["1960s", "1960's"],
        ["20.8 ± 6.5", "20.8+/-6.5"],
    ],
)  # fmt: skip
def test_spellings_of_one_quantity(texts: list[str]) -> None:
    assert {quantities(text) for text in texts} == {quantities(texts[0])} != {()}


@pytest.mark.parametrize(
    "texts",
    [
        ["1888", "1889"],
        ["10 mg", "10 g", "10"],
        ["5 km", "6 km"],
        ["5 mM", "5 mm"],
        ["GPT-4", "GPT-4o", "GPT-3.5"],
        ["B12", "B6", "D12", "p53", "H2O", "H2O2"],
        ["COVID-19", "COVID-20"],
        ["2019-05-01", "2019-01-05", "2020-05-01", "2019-05", "2019"],
        ["Monday", "Tuesday"],
        ["in June", "in July"],
        ["5 °C", "-5 °C", "5 °F"],
        ["1960", "1960s"],
        ["44 BC", "44"],
        ["10\u2075", "105"],
        ["1.5", "15", "1,500"],
        ["once daily", "twice daily", "three times daily"],
        ["9 am", "9 pm"],
        ["1:2", "1:3", "1/2", "1.2.0"],
        ["5-10", "5-11", "5"],
        ["$5", "€5", "£5"],
        ["first", "second", "third"],
    ],
)
def test_different_quantities(texts: list[str]) -> None:
    assert len({quantities(text) for text in texts}) == len(texts)


@pytest.mark.parametrize(
    "text",
    [
        "", "patients", "one of the patients", "no one", "another one", "one", "this one is",
        "may cause", "in march", "per second", "World War II", "someone", "weight", "tenant",
        "\u4e00", "IV", "°", "x-ray",
    ],
)  # fmt: skip
def test_no_quantity(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16 feet 5 inches", ("0.127 m", "4.8768 m")),
        ("-3.9%_to_-1.1%", ("-1.1 %", "-3.9 %")),
        ("FEV in one second", ("1 s",)),
        ("the second dose", ("2",)),
        ("the 21st century", ("21",)),
        ("96%_and_96%", ("96 %", "96 %")),
        ("3-isobutyl-1-methyl-7H-xanthine", ("1", "3", "7h")),
        ("1234567890123456789012345678901", ("1234567890123456789012345678901",)),
        ("10^99", ("10^99",)),
        ("0^-5", ("0",)),
        ("01/05/2019", ("1/5/2019",)),
        ("5 may cause", ("5",)),
        ("2 patients on May 1, 2019 at 9:30 pm", ("2", "2019-05-01", "21:30")),
        ("\u0663\u0664", ("34",)),
    ],
)
def test_canonical_form(text: str, expected: tuple[str, ...]) -> None:
    assert quantities(text) == expected


@given(st.text(alphabet="0123456789.,-–/:^×eE%$ _ mgkK½²٣①aspth'()\u00a0", max_size=30))
def test_no_text_is_too_odd(text: str) -> None:
    found = quantities(text)
    assert list(found) == sorted(found)
    assert all(len(quantity) < 120 for quantity in found)


@given(st.integers(0, 10**12))
def test_thousands_separators_change_nothing(number: int) -> None:
    assert quantities(f"{number:,} people") == quantities(f"{number} people") == (str(number),)


@given(st.dates(min_value=date(1000, 1, 1)))
def test_a_date_is_the_same_in_words_and_in_figures(day: date) -> None:
    iso = day.isoformat()
    assert quantities(iso) == quantities(f"{day:%B} {day.day}, {day.year}") == (iso,)
    assert quantities(f"{day.day} {day:%b} {day.year}") == (iso,)


@given(st.decimals(0, 10**6, places=3, allow_nan=False))
def test_units_convert(number: Decimal) -> None:
    assert quantities(f"{number} km") == quantities(f"{number}_kilometres")
    (figures,) = quantities(f"{number} kg")
    assert re.fullmatch(r"\d+(\.\d+)? g", figures)
