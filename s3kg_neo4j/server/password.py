"""The generated password: made once, before the first start, for the user's eyes only."""

import os
import secrets
import subprocess
from pathlib import Path

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.server.config import Home, password_command, surroundings
from s3kg_neo4j.server.install import Installation

SECONDS = 120


def ensure_password(home: Home, installation: Installation, java: Path) -> None:
    """Set a password where there is none; its file appears once the server knows it.

    This is done for a server without authentication too, which can then be started with it.

    Raises:
        ServerError: The data folder has a password already, or cannot be written.
    """
    if home.password.exists():
        return
    password = secrets.token_hex(16)
    partial, words = home.password.with_suffix(".part"), home.password.with_suffix(".words")
    _write_private(partial, password)
    # In a file, because everyone on the machine can read a command line.
    _write_private(words, f"dbms set-initial-password {password}")
    try:
        subprocess.run(  # noqa: S603  our own command
            password_command(installation, java, words),
            env=surroundings()
            | {"NEO4J_HOME": str(home.path), "NEO4J_CONF": str(home.configuration)},
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise ServerError(
            f"{home.password} is missing and a new password cannot be set ({_last(error.stderr)}); "
            "write the password there or start with --no-auth"
        ) from None
    except (OSError, subprocess.SubprocessError) as error:
        raise ServerError(f"the first password cannot be set: {error}; try again") from None
    else:
        partial.replace(home.password)
    finally:
        words.unlink(missing_ok=True)
        partial.unlink(missing_ok=True)


def read_password(home: Home) -> str:
    """The password.

    Raises:
        ServerError: Its file is gone.
    """
    try:
        return home.password.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ServerError(
            f"{home.password}: {error.strerror}; write the password there, or stop the server "
            "and start it with --no-auth"
        ) from None


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)


def _last(output: bytes) -> str:
    lines = output.decode(errors="replace").split("\n\n")[0].strip().splitlines()
    return lines[-1] if lines else "no reason given"
