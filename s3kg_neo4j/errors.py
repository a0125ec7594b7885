"""The one tree of errors; every message says what is wrong and what to do next."""


class S3KGError(Exception):
    """Root of every error that the program raises on purpose.

    The command line prints the message as one line and leaves with ``exit_code``;
    anything else that escapes is a bug and shows its traceback.
    """

    exit_code = 2


class UsageError(S3KGError):
    """An option, argument or setting has a value that cannot be used."""


class InputError(S3KGError):
    """A file holds nothing usable, or a bad record under ``--strict``."""


class PrerequisiteError(S3KGError):
    """The database, a model, the network or the machine is not as needed."""

    exit_code = 3


class DatabaseError(PrerequisiteError):
    """Neo4j cannot be reached, refused the query or lacks a feature."""


class ServerError(PrerequisiteError):
    """The managed local Neo4j cannot be installed, started or stopped."""


class FetchError(PrerequisiteError):
    """A file that the program needs cannot be fetched, or is not the one that it should be."""


class EncoderError(PrerequisiteError):
    """A sentence encoder cannot be loaded or gave vectors that cannot be used."""


class EndpointError(PrerequisiteError):
    """A language model's endpoint is not configured, or will never take a call."""


class QuotaError(EndpointError):
    """The account at the endpoint is spent."""


class UnavailableError(EndpointError):
    """Nothing usable came back; the same call may succeed later."""

    def __init__(self, why: str, retry_after: float | None = None) -> None:
        """Say why, and how many seconds the endpoint asks to wait."""
        super().__init__(why)
        self.retry_after = retry_after


class BudgetError(S3KGError):
    """What the user allowed to spend does not reach for the next call."""

    exit_code = 1
