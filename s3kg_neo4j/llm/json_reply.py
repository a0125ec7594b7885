"""JSON objects of a reply: fences, prose and thinking blocks around them are passed over."""

import json
import re
from collections.abc import Iterator
from typing import Any

from loaders.json_text import Number

DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=Number)
"""Numbers stay as they are written, as everywhere that JSON is read."""

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)


def without_thinking(text: str) -> str:
    """A reply without what the model said to itself."""
    return _THINKING.sub("", text)


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost objects of a text that are whole, in order."""
    place = text.find("{")
    while place >= 0:
        try:
            value, end = DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(value, dict):
                yield value
        place = text.find("{", end)
