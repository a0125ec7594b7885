"""What the server says when it does not come up."""

import re

from s3kg_neo4j.server.config import Home

LINES = 200
TELLING = (
    re.compile(r"^Caused by: "),
    re.compile(r"\bERROR\b"),
    re.compile(r"^Error\b|Exception\b|Unrecognized|[Ii]nvalid"),
)
"""What the cause of an end looks like, the best first; the last such line is taken."""
VAGUE = (
    "Error: Could not create the Java Virtual Machine",
    "Error: A fatal exception has",
    "Error occurred during initialization of VM",
)
LONGEST = 300


def last_words(home: Home) -> str:
    """The last line of the log that tells something, and where the log lies."""
    text = home.log.read_text(encoding="utf-8", errors="replace") if home.log.is_file() else ""
    return f"{telling_line(text)} (log: {home.log})"


def telling_line(text: str) -> str:
    """The line of ``text`` that says why the server ended."""
    lines = [line.strip() for line in text.splitlines()[-LINES:]]
    lines = [line for line in lines if line and not line.startswith(VAGUE)]
    for pattern in TELLING:
        found = [line for line in lines if pattern.search(line)]
        if found:
            return found[-1][:LONGEST]
    return lines[-1][:LONGEST] if lines else "it printed nothing"
