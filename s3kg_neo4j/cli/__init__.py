"""The command line: parse, call one function, print. Rows go to stdout, the rest to stderr."""

import importlib
import logging
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

import typer

from s3kg_neo4j.errors import PrerequisiteError, S3KGError, UsageError

app = typer.Typer(
    name="s3kg",
    help="Says how good a language model's long answers are, and what exactly is wrong with each.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS = (
    "demo",
    "run",
    "ask",
    "extract",
    "score",
    "errors",
    "diff",
    "browse",
    "compare",
    "compare_runs",
    "agreement",
    "audit",
    "report",
    "calls",
    "reference",
    "documents",
    "gate",
    "serve",
    "load",
    "datasets",
    "prune",
    "server",
    "wordnet",
    "bench",
    "bench_extract",
    "similarity",
    "choose",
    "swap_set",
    "people",
    "pairs_speed",
    "bench_errors",
    "bench_gate",
    "bench_factkg",
)
"""One module each, in the order of the help; a module registers itself on ``app``."""

INTERRUPTED = 130


def register() -> None:
    """Import every command, so that it is on ``app``."""
    for name in COMMANDS:
        importlib.import_module(f"s3kg_neo4j.cli.{name}")


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGINT, _interrupt)
    _prepare_streams()
    logging.basicConfig(format="s3kg: %(message)s", level=logging.WARNING)
    # The driver logs each retry; what comes of it is one line of ours.
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    try:
        _check_words(sys.argv[1:])
        register()
        app()
    except S3KGError as error:
        _complain(str(error))
        sys.exit(error.exit_code)
    except Interrupted:
        _complain(f"interrupted; {_what_next(sys.argv[1:])}")
        sys.exit(INTERRUPTED)
    except OSError as error:
        _abandon(sys.stdout)
        place = error.filename or "the output"
        _complain(f"{place}: {error.strerror or error}; make room or name another place")
        sys.exit(PrerequisiteError.exit_code)
    except SystemExit as end:
        # The reader of the output has enough, as `head` does; typer calls that a failure.
        sys.exit(0 if isinstance(end.__context__, BrokenPipeError) else end.code)


class Interrupted(BaseException):
    """The user pressed Ctrl-C; typer would turn its own exception into exit code 1."""


def _interrupt(*_: object) -> NoReturn:
    # Who presses it again does not want to wait for what is under way.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    raise Interrupted


def _what_next(words: list[str]) -> str:
    if words[:1] == ["score"]:
        return "the same command with --resume goes on with the run"
    if words[:1] == ["server"]:
        return "`s3kg server status` says whether the server runs"
    return "the same command can be given again"


def _check_words(words: list[str]) -> None:
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise UsageError(
                f"{word!a}: expected UTF-8, found other bytes; rename the file or name it anew"
            ) from None


def _prepare_streams() -> None:
    """A stream that is closed takes all and shows nothing; no character is a crash."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open to the end)
            setattr(sys, name, nowhere)
        getattr(sys, name).reconfigure(errors="replace")


def _abandon(stream: TextIO) -> None:
    """What could not be written is not tried again when the program ends."""
    with suppress(OSError), Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), stream.fileno())


def _complain(message: str) -> None:
    from s3kg_neo4j.cli.output import harmless  # noqa: PLC0415  it imports this module's neighbours

    line = harmless(" ".join(message.split()))
    print(f"s3kg: {line}", file=sys.stderr)  # noqa: T201
