"""Keys stay out of every message: endpoints quote them in their complaints."""

import re

from s3kg_neo4j.settings import Settings

HIDDEN = "[hidden]"
SHORTEST = 6
"""A shorter value is no secret, and hiding it would garble messages."""

_KEYLIKE = re.compile(r"\b(?:sk|key|pk)-[A-Za-z0-9_*-]{4,}")


def redacted(text: str, settings: Settings) -> str:
    """``text`` without the key, the values of headers and all that looks like a key."""
    secrets = list((settings.llm_headers or {}).values())
    if settings.llm_api_key:
        secrets.append(settings.llm_api_key.get_secret_value())
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST:
            text = text.replace(secret, HIDDEN)
    return _KEYLIKE.sub(HIDDEN, text)
