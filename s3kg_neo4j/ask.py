"""Stage: answers collected from models, each question at several temperatures.

Source: S3KG (arXiv 2609.30484), section 5.2; the wording of the prompt is our own.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from s3kg_neo4j.errors import UsageError
from s3kg_neo4j.llm import Call, Prompt, Reply
from s3kg_neo4j.model import Answer, Question, Source, Status
from s3kg_neo4j.text import is_blank

TEMPERATURES = (0.0, 0.3, 0.7, 1.0)
"""Of the paper."""


@dataclass(frozen=True, slots=True)
class AskOptions:
    """Which answers are wanted.

    Attributes:
        models: Names of the models.
        prompt: Their instructions.
        temperatures: Of each model.
        repeats: Answers at each temperature.
        seed: Of the first repeat, for endpoints that take one; later ones count up.
        max_tokens: Longest answer; None leaves it to the endpoint.
    """

    models: tuple[str, ...]
    prompt: Prompt
    temperatures: tuple[float, ...] = TEMPERATURES
    repeats: int = 1
    seed: int | None = None
    max_tokens: int | None = None

    def __post_init__(self) -> None:
        """Refuse what no answer can be filed under.

        Raises:
            UsageError: A model has no name, or a temperature is no number.
        """
        if any(is_blank(model) for model in self.models):
            raise UsageError("--model: expected the model's name, got nothing")
        if not all(map(math.isfinite, self.temperatures)):
            raise UsageError("--temperature: expected a number of 0 or more, got inf")


def calls_of(question: Question, options: AskOptions) -> Iterator[Call]:
    """The calls for a question's answers, in order; those that it has already are left out."""
    there = {(a.model, a.temperature, a.repeat) for a in question.answers}
    context = question.context.text if question.context else ""
    user = f"Question: {question.text}"
    if context.strip():
        user = f"Context:\n{context}\n\n{user}"
    for model in dict.fromkeys(options.models):
        for temperature in dict.fromkeys(options.temperatures):
            for repeat in range(options.repeats):
                if (model, temperature, repeat) not in there:
                    yield Call(
                        model=model,
                        prompt=options.prompt.version,
                        system=options.prompt.text,
                        user=user,
                        temperature=temperature,
                        seed=None if options.seed is None else options.seed + repeat,
                        max_tokens=options.max_tokens,
                        repeat=repeat,
                    )


def answer_of(call: Call, reply: Reply) -> Answer:
    """A reply as an answer; a refusal's text is kept, a failed call has none."""
    return Answer(
        model=call.model,
        source=Source(reply.text, None, (), reply.status),
        temperature=call.temperature,
        repeat=call.repeat,
    )


def circumstances(call: Call, reply: Reply) -> dict[str, Any]:
    """How an answer came about, for the record."""
    found: dict[str, Any] = {"prompt": call.prompt, "finish_reason": reply.finish_reason}
    if call.seed is not None:
        found["seed"] = call.seed
    if reply.status is not Status.FAILED:
        found |= {
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
            "seconds": round(reply.seconds, 3),
        }
    return found
