"""Units that labels use, and what one of each is worth in its base unit.

A table of our own: a general library of units (pint) knows thousands of names, among them
"in", "at", "a" and "are", takes half a second to import and would need this list all the same,
to say which of them a text can mean.
"""

from decimal import Context, Decimal

_EXACT_ENOUGH = Context(prec=12)
"""Of converted values: 60 mg/min and 1 mg/s must come out the same."""

_PREFIXES = {
    "p": ("pico", Decimal("1e-12")),
    "n": ("nano", Decimal("1e-9")),
    "µ": ("micro", Decimal("1e-6")),
    "μ": ("micro", Decimal("1e-6")),
    "m": ("milli", Decimal("1e-3")),
    "c": ("centi", Decimal("1e-2")),
    "d": ("deci", Decimal("1e-1")),
    "h": ("hecto", Decimal(100)),
    "k": ("kilo", Decimal(1000)),
    "M": ("mega", Decimal(10**6)),
    "G": ("giga", Decimal(10**9)),
    "T": ("tera", Decimal(10**12)),
}
_METRIC = {
    "m": ("metre", "meter"),
    "g": ("gram", "gramme"),
    "l": ("litre", "liter"),
    "mol": ("mole",),
    "W": ("watt",),
    "V": ("volt",),
    "J": ("joule",),
    "Pa": ("pascal",),
    "Hz": ("hertz",),
    "Gy": ("gray",),
    "Sv": ("sievert",),
    "cal": ("calorie",),
    "B": ("byte",),
}
_AMBIGUOUS = {"pm", "cd", "mB", "dB", "cB", "hB", "nB", "pB", "MV", "TB"}
"""Symbols that the prefixes would make, but that a text uses for something else."""

_OTHERS = [
    # base unit, worth, names
    ("m", "0.0254", "inch inches"),
    ("m", "0.3048", "foot feet ft"),
    ("m", "0.9144", "yard yards yd"),
    ("m", "1609.344", "mile miles mi"),
    ("g", "1", "gm gms"),
    ("g", "1e-6", "mcg ug"),
    ("g", "28.349523125", "oz ounce ounces"),
    ("g", "453.59237", "lb lbs"),
    ("g", "1e6", "tonne tonnes"),
    ("l", "1e-3", "cc"),
    ("l", "1", "L"),
    ("l", "1e-3", "mL"),
    ("l", "1e-1", "dL"),
    ("l", "1e-6", "µL μL uL"),
    ("M", "1", "molar"),
    ("M", "1e-3", "mM"),
    ("M", "1e-6", "µM μM uM"),
    ("M", "1e-9", "nM"),
    ("s", "1e-3", "ms msec millisecond milliseconds"),
    ("s", "1", "s sec secs second seconds"),
    ("s", "60", "min mins minute minutes"),
    ("s", "3600", "h hr hrs hour hours"),
    ("s", "86400", "day days"),
    ("s", "604800", "week weeks wk wks"),
    ("month", "1", "month months mo mos"),
    ("month", "12", "year years yr yrs"),
    ("month", "120", "decade decades"),
    ("month", "1200", "century centuries"),
    ("%", "1", "% percent pct percentage"),
    ("°C", "1", "°C celsius"),
    ("°F", "1", "°F fahrenheit"),
    ("°", "1", "° degree degrees"),
    ("mmHg", "1", "mmHg mmhg"),
    ("bar", "1", "bar bars"),
    ("psi", "1", "psi"),
    ("dB", "1", "dB decibel decibels"),
    ("IU", "1", "IU"),
    ("bpm", "1", "bpm"),
    ("rpm", "1", "rpm"),
    ("m/s", "0.44704", "mph"),
    ("ha", "1", "ha hectare hectares"),
    ("acre", "1", "acre acres"),
    ("gallon", "1", "gallon gallons"),
    ("pint", "1", "pint pints"),
    ("ton", "1", "ton tons"),
    ("pound", "1", "£ pound pounds GBP"),
    ("dollar", "1", "$ dollar dollars USD"),
    ("euro", "1", "€ euro euros EUR"),
    ("yen", "1", "¥ yen JPY"),
    ("rupee", "1", "Rs rupee rupees INR"),
    ("cent", "1", "cent cents"),
    ("bc", "1", "BC BCE"),
]
_ANY_CASE = {"kg", "mg", "km", "cm", "ml", "dl", "mmhg"}


def _table() -> dict[str, tuple[str, Decimal]]:
    table: dict[str, tuple[str, Decimal]] = {}
    for base, names in _METRIC.items():
        table |= dict.fromkeys((base, *names, *(f"{name}s" for name in names)), (base, Decimal(1)))
        for symbol, (prefix, worth) in _PREFIXES.items():
            if symbol + base not in _AMBIGUOUS:
                table[symbol + base] = (base, worth)
            for name in names:
                table[prefix + name] = table[f"{prefix}{name}s"] = (base, worth)
    for base, worth_text, words in _OTHERS:
        table |= dict.fromkeys(words.split(), (base, Decimal(worth_text)))
    for bare in ("B", "V", "W", "J", "M"):  # a capital after a number is more often a name
        table.pop(bare, None)
    return table


_UNITS = _table()


def find_unit(name: str) -> tuple[str, Decimal] | None:
    """The base unit that a name is measured in and what one of it is worth; None if unknown.

    Case decides for symbols (mM is not mm), not for words and a few symbols often capitalised.
    """
    known = _UNITS.get(name)
    lower = name.lower()
    if known is None and (len(name) > 3 or lower in _ANY_CASE):
        known = _UNITS.get(lower)
    return known


def convert(number: Decimal, worth: Decimal) -> Decimal:
    """A number in its base unit, exact where the worth is one."""
    return number if worth == 1 else _EXACT_ENOUGH.multiply(number, worth)


def ratio(worth: Decimal, other: Decimal) -> Decimal:
    """The worth of one unit for each one of another."""
    return _EXACT_ENOUGH.divide(worth, other)
