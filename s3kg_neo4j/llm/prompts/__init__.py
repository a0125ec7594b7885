"""Prompts are files beside this one; a prompt's version is the hash of its text."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Prompt:
    """Instructions for a model.

    Attributes:
        name: Of its file.
        text: As it is sent.
    """

    name: str
    text: str

    @property
    def version(self) -> str:
        """Name and hash: another wording is another version."""
        digest = hashlib.blake2b(self.text.encode(), digest_size=4).hexdigest()
        return f"{self.name}-{digest}"


def load_prompt(name: str) -> Prompt:
    """The prompt of that name."""
    text = files("s3kg_neo4j.llm.prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Prompt(name, text.strip())
