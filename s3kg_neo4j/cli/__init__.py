"""The command line: parse, call one function, print. Rows go to stdout, the rest to stderr."""

import importlib
import logging
import signal
import sys
from typing import NoReturn

import typer

from s3kg_neo4j.errors import S3KGError

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
    "score",
    "errors",
    "diff",
    "browse",
    "compare",
    "audit",
    "report",
    "load",
    "datasets",
    "prune",
    "server",
    "bench",
)
"""One module each, in the order of the help; a module registers itself on ``app``."""

INTERRUPTED = 130


def register() -> None:
    """Import every command, so that it is on ``app``."""
    for name in COMMANDS:
        importlib.import_module(f"s3kg_neo4j.cli.{name}")


def main() -> None:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show is replaced, never a crash.
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    signal.signal(signal.SIGINT, _interrupt)
    logging.basicConfig(format="s3kg: %(message)s", level=logging.WARNING)
    # The driver logs each retry; what comes of it is one line of ours.
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
    register()
    try:
        app()
    except S3KGError as error:
        _complain(str(error))
        sys.exit(error.exit_code)
    except Interrupted:
        _complain("interrupted; the same command with --resume goes on with a run")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of the output has enough, as `head` does.
        sys.stderr.close()
        sys.exit(0)


class Interrupted(BaseException):
    """The user pressed Ctrl-C; typer would turn its own exception into exit code 1."""


def _interrupt(*_: object) -> NoReturn:
    raise Interrupted


def _complain(message: str) -> None:
    line = " ".join(message.split())
    print(f"s3kg: {line}", file=sys.stderr)  # noqa: T201
