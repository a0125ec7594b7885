"""Files of a Maven repository that are known by their hash before they are fetched."""

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LockedFile:
    """A file that is used only as it was when it was locked.

    Attributes:
        path: Where it lies in a Maven repository.
        sha256: Of its content.
        size: In bytes.
    """

    path: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """File name."""
        return self.path.rsplit("/", 1)[-1]

    def fits(self, file: Path) -> bool:
        """Whether ``file`` is there and is what the lock says."""
        return file.is_file() and file.stat().st_size == self.size and sha256(file) == self.sha256


def sha256(file: Path) -> str:
    """Hash of a file's content."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
