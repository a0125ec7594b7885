"""Fetches the server's files, each checked against the lock, into the user's cache."""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.server.lock import Jar, Lock, base_address, read_lock
from s3kg_neo4j.settings import Settings

WORKERS = 8
RETRIES = 3
COMPLETE = "complete"


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
    """Fetch what is not there yet; projects share it.

    A file that is there is trusted only with its size and, when it was not written by a
    finished installation, its hash.

    Raises:
        ServerError: A file cannot be fetched, or is not what the lock says.
    """
    lock = read_lock()
    folder = settings.cache_dir / "server" / lock.neo4j
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"{folder}: {error.strerror}; name a folder to write to in S3KG_CACHE_DIR"
        ) from None
    found = Installation(lock.neo4j, folder / "lib", folder / "plugins")
    with FileLock(folder / "install.lock"):
        if not _is_complete(found, lock):
            _fetch_all(settings, lock, found)
            _link_plugins(found, lock)
            (folder / COMPLETE).write_text(lock.neo4j, encoding="utf-8")
    return found


def _is_complete(found: Installation, lock: Lock) -> bool:
    return (found.libraries.parent / COMPLETE).is_file() and all(
        _size(found.libraries / jar.name) == jar.size for jar in lock.jars
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def _fetch_all(settings: Settings, lock: Lock, found: Installation) -> None:
    fetch = _from_folder if settings.maven_offline else _from_network
    found.libraries.mkdir(exist_ok=True)
    with (
        Progress(f"files of Neo4j {lock.neo4j}", len(lock.jars)) as progress,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        waiting = [pool.submit(fetch, settings, jar, found.libraries) for jar in lock.jars]
        try:
            for future in as_completed(waiting):
                future.result()
                progress.advance()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _from_network(settings: Settings, jar: Jar, folder: Path) -> None:
    import pooch
    import requests  # noqa: PLC0415

    pooch.get_logger().setLevel("ERROR")
    source = pooch.create(
        path=folder,
        base_url="",
        registry={jar.name: jar.sha256},
        urls={jar.name: base_address(settings.maven_mirror) + jar.path},
        retry_if_failed=RETRIES,
    )
    try:
        source.fetch(jar.name)
    except (OSError, ValueError, requests.RequestException) as error:
        raise ServerError(
            f"{jar.path} cannot be fetched ({type(error).__name__}); try again (finished files "
            "are kept), or set S3KG_MAVEN_MIRROR or S3KG_MAVEN_OFFLINE"
        ) from error


def _from_folder(settings: Settings, jar: Jar, folder: Path) -> None:
    import pooch

    assert settings.maven_offline is not None  # noqa: S101  chosen by the caller
    target, source = folder / jar.name, settings.maven_offline / jar.path
    if _matches(target, jar, pooch.file_hash):
        return
    if not _matches(source, jar, pooch.file_hash):
        raise ServerError(
            f"{source}: not there, or not the file of the lock; fill the folder of "
            "S3KG_MAVEN_OFFLINE from a Maven repository"
        )
    partial = target.with_suffix(".part")
    shutil.copyfile(source, partial)
    partial.replace(target)


def _matches(path: Path, jar: Jar, file_hash: Callable[[str], str]) -> bool:
    return _size(path) == jar.size and file_hash(str(path)) == jar.sha256


def _link_plugins(found: Installation, lock: Lock) -> None:
    found.plugins.mkdir(exist_ok=True)
    for jar in lock.jars:
        target = found.plugins / jar.name
        if jar.plugin:
            target.unlink(missing_ok=True)
            try:
                os.link(found.libraries / jar.name, target)
            except OSError:  # a file system without hard links
                shutil.copyfile(found.libraries / jar.name, target)
