"""The true client against a local endpoint: manners, the cache, and what goes wrong."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openai_server import Endpoint, Script, endpoint, in_turn
from pydantic import SecretStr

from s3kg_neo4j.errors import (
    BudgetError,
    EndpointError,
    PrerequisiteError,
    QuotaError,
    UsageError,
)
from s3kg_neo4j.llm import Call, Caller, Prices, ReplyStore
from s3kg_neo4j.model import Status
from s3kg_neo4j.settings import Settings

GOOD = {"content": "Paris."}
CALL = Call("m", "p-1", "Answer.", "Capital of France?")
KEY = "sk-very-secret-1234"


@contextmanager
def caller(
    script: Script,
    folder: Path,
    prices: Prices | None = None,
    budget: float | None = None,
    **settings: Any,
) -> Iterator[tuple[Caller, Endpoint]]:
    with endpoint(script) as seen:
        given = Settings(llm_base_url=seen.url, llm_api_key=SecretStr(KEY), **settings)
        with Caller(given, ReplyStore(folder), prices=prices, budget=budget) as made:
            yield made, seen


def test_a_reply_is_asked_for_once(tmp_path: Path) -> None:
    for _ in range(2):
        with caller(in_turn(GOOD), tmp_path) as (asked, seen):
            reply = asked.reply(CALL)
            assert (reply.text, reply.status, reply.prompt_tokens) == ("Paris.", Status.OK, 11)
    assert seen.requests == []
    assert asked.totals()[0]["kept"] == 1


def test_half_a_character_is_replaced_at_once_and_when_it_is_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with caller(in_turn({"content": "P\ud800aris"}), tmp_path) as (asked, _seen):
            assert asked.reply(CALL).text == "P?aris"


@pytest.mark.parametrize("damage", ["text", "another program's table"])
def test_a_store_that_cannot_be_used_is_never_to_be_removed(tmp_path: Path, damage: str) -> None:
    """It may hold replies that were paid for."""
    path = tmp_path / "replies.sqlite"
    if damage == "text":
        path.write_text("not a database, though as long as a page of one" * 100)
    else:
        with closing(sqlite3.connect(path)) as other:
            other.execute("CREATE TABLE reply (other TEXT)")
    with pytest.raises(PrerequisiteError, match="move this file away") as refused:
        ReplyStore(tmp_path).read(CALL)
    assert str(path) in str(refused.value)
    assert "remove" not in str(refused.value)


@pytest.mark.parametrize(
    "other",
    [
        {"model": "n"},
        {"prompt": "p-2"},
        {"system": "Guess."},
        {"user": "Of Spain?"},
        {"temperature": 0.3},
        {"seed": 1},
        {"max_tokens": 9},
        {"repeat": 1},
    ],
    ids=lambda other: next(iter(other)),
)
def test_whatever_changes_is_asked_anew(other: dict[str, Any]) -> None:
    assert replace(CALL, **other).key != CALL.key


def test_rate_limits_are_waited_for_and_parallelism_falls(
    tmp_path: Path, zoo: Path, caplog: pytest.LogCaptureFixture
) -> None:
    steps = json.loads((zoo / "Z84.json").read_text())["input"]["llm"]
    with caller(in_turn(*steps), tmp_path) as (asked, seen):
        with caplog.at_level(logging.WARNING):
            assert asked.reply(CALL).status is Status.OK
        assert seen.times[1] - seen.replied[0] >= 2
        assert asked._pace.slots < 8
        assert asked.totals()[0]["retried"] == 2
    assert len(caplog.messages) == 1


@pytest.mark.parametrize(
    "step",
    [
        {"status": 500},
        {"drop": True},
        {"body": "not json"},
        {"body": "{}"},
        {"body": '{"choices": []}'},
        {"seconds": 2},
    ],
    ids=["status 500", "disconnect", "malformed", "nothing", "no choices", "slow"],
)
def test_what_may_pass_is_tried_again(tmp_path: Path, step: dict[str, Any]) -> None:
    with caller(in_turn(step, GOOD), tmp_path, llm_timeout=1) as (asked, seen):
        assert asked.reply(CALL).text == "Paris."
        assert len(seen.requests) == 2


def test_what_never_passes_fails_alone_and_is_not_kept(tmp_path: Path) -> None:
    with caller(in_turn({"status": 503}), tmp_path, llm_attempts=2) as (asked, seen):
        reply = asked.reply(CALL)
        assert (reply.status, reply.text) == (Status.FAILED, "")
        assert len(seen.requests) == 2
    with caller(in_turn(GOOD), tmp_path) as (asked, _):
        assert asked.reply(CALL).status is Status.OK


def test_a_spent_account_stops_at_once(tmp_path: Path) -> None:
    spent = {"status": 429, "code": "insufficient_quota"}
    with caller(in_turn(spent), tmp_path) as (asked, seen):
        with pytest.raises(QuotaError, match="quota is spent"):
            asked.reply(CALL)
        assert len(seen.requests) == 1


def test_a_wrong_key_is_one_line_without_the_key(tmp_path: Path) -> None:
    wrong = {"status": 401, "message": f"Incorrect API key provided: {KEY}."}
    with (
        caller(in_turn(wrong), tmp_path) as (asked, _),
        pytest.raises(EndpointError, match="S3KG_LLM_API_KEY") as error,
    ):
        asked.reply(CALL)
    assert KEY not in str(error.value)
    assert error.value.__cause__ is None


@pytest.mark.parametrize(
    ("step", "status", "text"),
    [
        ({"content": None, "refusal": "I cannot."}, Status.REFUSED, "I cannot."),
        ({"content": "", "finish_reason": "content_filter"}, Status.REFUSED, ""),
        (
            {"status": 400, "code": "content_filter", "message": "blocked"},
            Status.REFUSED,
            "blocked",
        ),
        ({"content": "Par", "finish_reason": "length"}, Status.TRUNCATED, "Par"),
    ],
    ids=["refusal", "filter", "filter as error", "length"],
)
@pytest.mark.parametrize("json_reply", [False, True])
def test_what_is_no_plain_answer(
    tmp_path: Path, step: dict[str, Any], status: Status, text: str, json_reply: bool
) -> None:
    with caller(in_turn(step), tmp_path) as (asked, _):
        reply = asked.reply(replace(CALL, json_reply=json_reply))
        assert (reply.status, reply.text) == (status, text)


def test_an_endpoint_without_structured_replies_is_asked_plainly(tmp_path: Path) -> None:
    def script(_: int, body: dict[str, Any]) -> dict[str, Any]:
        if "response_format" in body:
            return {"status": 400, "message": "response_format is not supported"}
        return GOOD

    with caller(script, tmp_path) as (asked, seen):
        for repeat in range(2):
            asked.reply(replace(CALL, json_reply=True, repeat=repeat))
        assert ["response_format" in body for body in seen.requests] == [True, False, False]


def test_the_budget_is_never_passed(tmp_path: Path) -> None:
    prices = Prices.parse(["m=1000000,1000000"])  # one a token
    calls = [replace(CALL, repeat=n, max_tokens=7) for n in range(9)]

    def ask_all(asked: Caller) -> None:
        for call in calls:
            asked.reply(call)

    with caller(in_turn(GOOD), tmp_path, prices, budget=40) as (asked, seen):
        with pytest.raises(BudgetError, match="raise --budget"):
            ask_all(asked)
        assert asked.totals()[0]["cost"] == 18 * len(seen.requests) <= 40
    with (
        caller(in_turn(GOOD), tmp_path, budget=1) as (asked, _),
        pytest.raises(UsageError, match="--price"),
    ):
        ask_all(asked)


def test_a_plan_sends_nothing(tmp_path: Path) -> None:
    with caller(in_turn(GOOD), tmp_path, Prices.parse(["m=1,2"])) as (asked, seen):
        asked.reply(CALL)
        [plan] = asked.plan([CALL, replace(CALL, repeat=1, max_tokens=100)])
        assert (plan.calls, plan.kept, plan.completion_tokens) == (2, 1, 100)
        assert plan.cost == pytest.approx((plan.prompt_tokens + 200) / 1e6)
        assert len(seen.requests) == 1


def test_the_ledger_counts_calls_that_were_cut_short(tmp_path: Path) -> None:
    store = ReplyStore(tmp_path)
    store.begin(CALL)
    store.keep(store.begin(CALL), CALL, a_reply())
    [total] = store.totals()
    assert (total["calls"], total["replies"], total["unfinished"]) == (2, 1, 1)
    store.close()


def a_reply() -> Any:
    from s3kg_neo4j.llm import Reply

    return Reply("Paris.", Status.OK, "stop", 11, 7, 0.1)
