"""What is asked of a model, and what it said."""

import hashlib
import json
from dataclasses import asdict, dataclass

from s3kg_neo4j.model import Status

BYTES_PER_TOKEN = 4
"""A rough rule for English, for estimates before anything is sent."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request; two equal calls have one reply.

    Attributes:
        model: The model's name, as the endpoint knows it.
        prompt: Name and version of the prompt.
        system: Instructions.
        user: The text that is asked about, unchanged.
        temperature: None leaves it to the endpoint.
        seed: For endpoints that take one.
        max_tokens: Longest reply; None leaves it to the endpoint.
        repeat: Tells equal calls apart whose replies are to be independent.
        attempt: Counts up where a reply could not be used and another is wanted.
        json_reply: Whether the reply is to be a JSON object.
    """

    model: str
    prompt: str
    system: str
    user: str
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    repeat: int = 0
    attempt: int = 0
    json_reply: bool = False

    @property
    def key(self) -> str:
        """Hash of all that a reply depends on."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    @property
    def prompt_tokens(self) -> int:
        """Tokens that sending it is likely to take."""
        return -(-len((self.system + self.user).encode("utf-8", "replace")) // BYTES_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: Of the answer, or of the refusal.
        status: OK, TRUNCATED, REFUSED or FAILED.
        finish_reason: As the endpoint gave it; for FAILED why there is no reply.
        prompt_tokens: As the endpoint counted, 0 where it does not.
        completion_tokens: The same.
        seconds: From sending to the end of the reply.
    """

    text: str
    status: Status
    finish_reason: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
