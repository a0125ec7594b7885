"""The endpoint: the only place that speaks to it."""

import json
import time
from typing import Any

from s3kg_neo4j.errors import EndpointError, QuotaError, UnavailableError
from s3kg_neo4j.llm.call import Call, Reply
from s3kg_neo4j.llm.secrets import redacted
from s3kg_neo4j.model import Status
from s3kg_neo4j.settings import Settings

NO_KEY = "none"
"""Local servers ask for no key, and the client insists on one."""

SHOWN = 200
"""Characters of an endpoint's complaint that a message shows."""

FILTERED = "content_filter"


class Client:
    """Sends calls, one reply each; tells apart what may be tried again."""

    def __init__(self, settings: Settings) -> None:
        """Use the endpoint that the settings name."""
        self._settings = settings
        self._plain = False  # the endpoint does not know structured replies

    def send(self, call: Call) -> Reply:
        """Send a call and wait for the whole reply.

        Raises:
            UnavailableError: Nothing usable came back, and the same call may succeed later.
            QuotaError: The account is spent.
            EndpointError: The endpoint will never take this call.
        """
        import openai

        start = time.monotonic()
        try:
            message = self._message(call)
        except openai.RateLimitError as error:
            if error.code == "insufficient_quota":
                raise QuotaError(
                    "the endpoint's quota is spent; add to it, then give the same command again"
                ) from None
            raise UnavailableError("rate limit", _retry_after(error.response)) from None
        except openai.LengthFinishReasonError as error:
            return self._cut(error.completion, time.monotonic() - start)
        except openai.ContentFilterFinishReasonError:
            seconds = time.monotonic() - start
            return Reply("", Status.REFUSED, FILTERED, seconds=seconds)
        except openai.APITimeoutError:
            raise UnavailableError(f"no reply within {self._settings.llm_timeout:g} s") from None
        except openai.APIConnectionError as error:
            raise UnavailableError(f"no connection: {error.__cause__ or error}") from None
        except openai.APIStatusError as error:
            return self._refused(error, time.monotonic() - start)
        except (openai.OpenAIError, ValueError, TypeError, LookupError) as error:
            # What is no JSON, or JSON of another shape, gets this far.
            raise UnavailableError(f"an unreadable reply ({type(error).__name__})") from None
        return _reply(message, time.monotonic() - start)

    def _message(self, call: Call) -> Any:
        import openai

        try:
            return self._invoke(call, structured=call.json_reply and not self._plain)
        except openai.BadRequestError as error:
            if self._plain or not call.json_reply or "response_format" not in str(error):
                raise
            self._plain = True
        return self._invoke(call, structured=False)

    def _invoke(self, call: Call, *, structured: bool) -> Any:
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr  # noqa: PLC0415

        settings = self._settings
        chat = ChatOpenAI(
            model=call.model,
            base_url=settings.llm_base_url,
            api_key=settings.llm_api_key or SecretStr(NO_KEY),
            default_headers=settings.llm_headers,
            timeout=settings.llm_timeout,
            max_retries=0,
            temperature=call.temperature,
            seed=call.seed,
            max_completion_tokens=call.max_tokens,
            model_kwargs={"response_format": {"type": "json_object"}} if structured else {},
        )
        return chat.invoke([("system", call.system), ("human", call.user)])

    def _refused(self, error: Any, seconds: float) -> Reply:
        """What to make of a status that is no success."""
        status, said = error.status_code, redacted(_complaint(error), self._settings)
        if error.code == FILTERED or FILTERED in said:
            return Reply(said, Status.REFUSED, FILTERED, seconds=seconds)
        if status >= 500 or status in (408, 409):
            raise UnavailableError(f"status {status}", _retry_after(error.response))
        raise EndpointError(
            f"{self._settings.llm_base_url}: status {status}: {said}; "
            "check S3KG_LLM_BASE_URL, S3KG_LLM_API_KEY and --model"
        )

    def _cut(self, completion: Any, seconds: float) -> Reply:
        usage = completion.usage
        return Reply(
            _whole(completion.choices[0].message.content or ""),
            Status.TRUNCATED,
            "length",
            usage.prompt_tokens if usage else 0,
            usage.completion_tokens if usage else 0,
            seconds,
        )


def _reply(message: Any, seconds: float) -> Reply:
    usage = message.usage_metadata or {}
    finish = str(message.response_metadata.get("finish_reason") or "stop")
    refusal = message.additional_kwargs.get("refusal")
    text = message.content if isinstance(message.content, str) else json.dumps(message.content)
    status = {"length": Status.TRUNCATED, FILTERED: Status.REFUSED}.get(finish, Status.OK)
    if refusal:
        text, status = str(refusal), Status.REFUSED
    return Reply(
        _whole(text),
        status,
        finish,
        int(usage.get("input_tokens", 0)),
        int(usage.get("output_tokens", 0)),
        seconds,
    )


def _complaint(error: Any) -> str:
    body = error.body if isinstance(error.body, dict) else {}
    return _whole(" ".join(str(body.get("message") or error.message).split())[:SHOWN])


def _whole(text: str) -> str:
    """Text without halves of characters, which JSON can hold and no file can."""
    return text.encode("utf-8", "replace").decode()


def _retry_after(response: Any) -> float | None:
    """Seconds that the endpoint asks to wait: given as seconds, or as a date."""
    from datetime import UTC, datetime  # noqa: PLC0415
    from email.utils import parsedate_to_datetime  # noqa: PLC0415

    value = response.headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
