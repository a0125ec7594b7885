"""Fetches the server's files, each checked against the lock, into the user's cache."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.server.jars import Jar, Lock, base_address, read_lock
from s3kg_neo4j.settings import Settings

if TYPE_CHECKING:
    import requests

WORKERS = 8
RETRIES = 3
TIMEOUT = 30
PIECE = 1 << 20

Bring = Callable[[Jar, Path], None]


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
        ServerError: A file cannot be fetched, or is not what the lock says.
    """
    lock = read_lock()
    folder = settings.cache_dir.absolute() / "server" / lock.folder
    found = Installation(lock.neo4j, folder / "lib", folder / "plugins")
    if not _missing(found, lock):
        return found
    try:
        for part in (found.libraries, found.plugins):
            part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerError(
            f"{folder}: {error.strerror}; name a folder to write to in S3KG_CACHE_DIR"
        ) from None
    with FileLock(folder / "install.lock"):
        _fetch_all(settings, lock, _missing(found, lock), found)
        _remove_others(found, lock)
    return found


def _missing(found: Installation, lock: Lock) -> list[Jar]:
    """Jars that are not there, not whole, or not linked into the plugins."""

    def whole(jar: Jar) -> bool:
        return jar.fits(found.libraries / jar.name) and (
            not jar.plugin or jar.fits(found.plugins / jar.name)
        )

    with ThreadPoolExecutor(WORKERS) as pool:
        return [
            jar for jar, fits in zip(lock.jars, pool.map(whole, lock.jars), strict=True) if not fits
        ]


def _fetch_all(settings: Settings, lock: Lock, jars: Sequence[Jar], found: Installation) -> None:
    # The longest first, so that no worker is left with a big one at the end.
    jars = sorted(jars, key=lambda jar: -jar.size)
    with (
        _source(settings) as bring,
        Progress(f"files of Neo4j {lock.neo4j}", len(jars)) as progress,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        waiting = [pool.submit(_provide, bring, jar, found) for jar in jars]
        try:
            for future in as_completed(waiting):
                future.result()
                progress.advance()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _provide(bring: Bring, jar: Jar, found: Installation) -> None:
    target = found.libraries / jar.name
    try:
        if not jar.fits(target):
            bring(jar, target)
        if jar.plugin:
            _link(target, found.plugins / jar.name)
    except OSError as error:
        raise ServerError(f"{target}: {error.strerror}; free some space or rights") from error


@contextmanager
def _source(settings: Settings) -> Iterator[Bring]:
    """What brings a jar to its place: from the offline folder or the network."""
    if settings.maven_offline is not None:
        yield partial(_from_folder, settings.maven_offline)
        return
    import requests  # noqa: PLC0415  slow to import
    from requests.adapters import HTTPAdapter  # noqa: PLC0415

    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, HTTPAdapter(pool_maxsize=WORKERS))
        yield partial(_from_network, session, base_address(settings.maven_mirror))


def _from_network(session: "requests.Session", base: str, jar: Jar, target: Path) -> None:
    import pooch
    import requests  # noqa: PLC0415  slow to import

    pooch.get_logger().setLevel("ERROR")
    source = pooch.create(
        path=target.parent,
        base_url="",
        registry={jar.name: jar.sha256},
        urls={jar.name: base + jar.path},
        retry_if_failed=RETRIES,
    )
    again = "try again (finished files are kept), or set S3KG_MAVEN_MIRROR or S3KG_MAVEN_OFFLINE"
    try:
        source.fetch(jar.name, downloader=partial(_download, session))
    except requests.RequestException as error:
        raise ServerError(f"{jar.path} cannot be fetched ({_reason(error)}); {again}") from error
    except ValueError as error:  # how pooch says that the hash differs
        raise ServerError(
            f"{jar.path}: what the repository sends is not the file of the lock; {again}"
        ) from error


def _download(session: "requests.Session", url: str, target: str, _: object) -> None:
    """As pooch's own, but over connections that stay open: a third of the time for small files."""
    with session.get(url, stream=True, timeout=TIMEOUT) as response:
        response.raise_for_status()
        with Path(target).open("wb") as stream:
            stream.writelines(response.iter_content(PIECE))


def _reason(error: "requests.RequestException") -> str:
    if error.response is not None:
        return f"the repository answers {error.response.status_code}"
    name = type(error).__name__
    return {"ConnectionError": "no connection", "ReadTimeout": "no answer in time"}.get(name, name)


def _from_folder(folder: Path, jar: Jar, target: Path) -> None:
    source = folder / jar.path
    if not jar.fits(source):
        what = "not the file of the lock" if source.exists() else "not there"
        raise ServerError(
            f"{source}: {what}; fill the folder of S3KG_MAVEN_OFFLINE from a Maven repository"
        )
    _copy(source, target)


def _link(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        _copy(source, target)


def _copy(source: Path, target: Path) -> None:
    """Copy so that ``target`` is whole whenever it is there."""
    beside = target.with_name(target.name + ".part")
    shutil.copyfile(source, beside)
    beside.replace(target)


def _remove_others(found: Installation, lock: Lock) -> None:
    """Remove what broken downloads left: the class path is the whole folder."""
    wanted = {jar.name for jar in lock.jars}
    for folder in (found.libraries, found.plugins):
        for path in folder.iterdir():
            if path.name not in wanted:
                path.unlink()
