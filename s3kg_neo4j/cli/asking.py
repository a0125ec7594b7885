"""Questions from a file to a file with answers."""

from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import loaders
from s3kg_neo4j.ask import AskOptions, answer_of, calls_of, circumstances
from s3kg_neo4j.cli.calling import note_totals, print_plan
from s3kg_neo4j.cli.output import Format, note
from s3kg_neo4j.errors import EndpointError, InputError
from s3kg_neo4j.llm import Caller
from s3kg_neo4j.model import Question, Status
from s3kg_neo4j.pipeline import Tally, read_questions
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.records import answer_record, question_record, write_record, written_whole
from s3kg_neo4j.workers import in_order


def plan_file(
    file: Path, loader: str | None, options: AskOptions, caller: Caller, form: Format
) -> None:
    """Show what ``ask_file`` would take."""
    questions = _questions(file, loader, Tally())
    print_plan(caller, (call for q in questions for call in calls_of(q, options)), form)


def ask_file(
    file: Path,
    loader: str | None,
    options: AskOptions,
    caller: Caller,
    out: Path,
    *,
    limit: int = 0,
) -> int:
    """Write every question with its answers; how many records or answers were bad.

    Raises:
        EndpointError: No call brought a reply.
        InputError: Nothing in the file can be used.
    """
    tally, statuses = Tally(), Counter[str]()
    why: deque[str] = deque(maxlen=1)

    def asked(question: Question) -> dict[str, Any]:
        record = question_record(question)
        for call in calls_of(question, options):
            reply = caller.reply(call)
            statuses[reply.status] += 1
            if reply.status is Status.FAILED:
                note(f"failed: question {question.id}, {call.model}: {reply.finish_reason}")
                why.append(reply.finish_reason)
            record["answers"].append(
                answer_record(answer_of(call, reply), circumstances(call, reply))
            )
        return record

    try:
        with written_whole(out) as stream, Progress("questions") as progress:
            records = in_order(
                asked,
                islice(_questions(file, loader, tally), limit or None),
                caller.workers,
                caller.stop,
            )
            for record in records:
                write_record(stream, record)
                progress.advance()
            if statuses and set(statuses) == {Status.FAILED}:
                raise EndpointError(
                    f"no call brought a reply, the last one: {why[-1]}; "
                    "check S3KG_LLM_BASE_URL and the endpoint"
                )
            if not tally.questions:
                raise InputError(f"{file}: nothing usable: {len(tally.bad)} bad records")
    finally:
        note_totals(caller)
    counts = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
    note(f"{out}: {tally.questions} questions, answers: {counts or 'none new'}")
    return len(tally.bad) + statuses[Status.FAILED]


def _questions(file: Path, loader: str | None, tally: Tally) -> Iterator[Question]:
    for question in read_questions(
        loaders.load(file, loader), tally, lambda bad: note(f"skipped: {bad}")
    ):
        if not question.text.strip():
            note(f"{file.name}: question {question.id}: question: expected text; nothing to ask")
            tally.questions -= 1
            continue
        yield question
