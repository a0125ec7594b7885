"""Fetches the server's files, each checked against the lock, into the user's cache."""

import os
from collections.abc import Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from s3kg_neo4j.fetching import WORKERS, alone_in, copy, fetch
from s3kg_neo4j.locked import LockedFile
from s3kg_neo4j.server.jars import Lock, is_plugin, read_lock
from s3kg_neo4j.settings import Settings


@dataclass(frozen=True, slots=True)
class Installation:
    """The server's files on this machine.

    Attributes:
        version: Of Neo4j.
        libraries: Folder of all jars.
        plugins: Folder of the jars with procedures.
    """

    version: str
    libraries: Path
    plugins: Path


def install(settings: Settings) -> Installation:
    """Check every file against the lock and fetch what is missing or damaged.

    The folder is named after the lock's content, so projects with the same lock share it and
    others never touch it. A folder that is whole is only read.

    Raises:
        FetchError: A file cannot be fetched, or is not what the lock says.
    """
    lock = read_lock()
    folder = settings.cache_dir.absolute() / "server" / lock.folder
    found = Installation(lock.neo4j, folder / "lib", folder / "plugins")
    if not _missing(found, lock):
        return found
    with alone_in(folder, found.libraries, found.plugins):
        fetch(
            settings,
            _missing(found, lock),
            found.libraries,
            f"files of Neo4j {lock.neo4j}",
            then=partial(_plug_in, found, {jar.name for jar in lock.jars if is_plugin(jar)}),
        )
        _remove_others(found, lock)
    return found


def _missing(found: Installation, lock: Lock) -> list[LockedFile]:
    """Jars that are not there, not whole, or not linked into the plugins."""

    def whole(jar: LockedFile) -> bool:
        return jar.fits(found.libraries / jar.name) and (
            not is_plugin(jar) or jar.fits(found.plugins / jar.name)
        )

    with ThreadPoolExecutor(WORKERS) as pool:
        return [
            jar for jar, fits in zip(lock.jars, pool.map(whole, lock.jars), strict=True) if not fits
        ]


def _plug_in(found: Installation, plugins: Set[str], library: Path) -> None:
    if library.name in plugins:
        _link(library, found.plugins / library.name)


def _link(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        copy(source, target)


def _remove_others(found: Installation, lock: Lock) -> None:
    """Remove what broken downloads left: the class path is the whole folder."""
    wanted = {jar.name for jar in lock.jars}
    for folder in (found.libraries, found.plugins):
        for path in folder.iterdir():
            if path.name not in wanted:
                path.unlink()
