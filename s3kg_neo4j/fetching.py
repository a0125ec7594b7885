"""Fetches locked files from a Maven repository, each checked against its hash."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from s3kg_neo4j.errors import FetchError
from s3kg_neo4j.locked import LockedFile
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.settings import Settings

if TYPE_CHECKING:
    import requests

WORKERS = 8
RETRIES = 3
TIMEOUT = 30
PIECE = 1 << 20

Bring = Callable[[LockedFile, Path], None]


def fetch(
    settings: Settings,
    files: Sequence[LockedFile],
    folder: Path,
    title: str,
    then: Callable[[Path], None] = lambda _: None,
) -> None:
    """Bring files to a folder; one that lies there whole is left alone.

    Args:
        settings: Where from: an offline folder, a mirror or Maven Central.
        files: To bring.
        folder: Where to, under their own names.
        title: What they are, for the bar.
        then: Told of each file when it is in its place.

    Raises:
        FetchError: A file cannot be fetched, or is not what the lock says.
    """
    # The longest first, so that no worker is left with a big one at the end.
    files = sorted(files, key=lambda file: -file.size)
    with (
        _source(settings) as bring,
        Progress(title, len(files)) as progress,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        waiting = [pool.submit(_provide, bring, file, folder / file.name, then) for file in files]
        try:
            for future in as_completed(waiting):
                future.result()
                progress.advance()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def alone_in(folder: Path, *parts: Path) -> Iterator[None]:
    """Make a folder and parts of it, and keep other processes from filling it meanwhile.

    Raises:
        FetchError: It cannot be made.
    """
    try:
        for part in (folder, *parts):
            part.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FetchError(
            f"{folder}: {error.strerror}; name a folder to write to in S3KG_CACHE_DIR"
        ) from None
    with FileLock(folder / "install.lock"):
        yield


def base_address(mirror: str | None) -> str:
    """Base address of the Maven repository: the mirror, or Maven Central."""
    if mirror is None:
        from jgo.constants import MAVEN_CENTRAL_URL  # noqa: PLC0415  slow to import

        mirror = MAVEN_CENTRAL_URL
    return mirror.rstrip("/") + "/"


def copy(source: Path, target: Path) -> None:
    """Copy so that ``target`` is whole whenever it is there."""
    beside = target.with_name(target.name + ".part")
    shutil.copyfile(source, beside)
    beside.replace(target)


def _provide(bring: Bring, file: LockedFile, target: Path, then: Callable[[Path], None]) -> None:
    try:
        if not file.fits(target):
            bring(file, target)
        then(target)
    except OSError as error:
        raise FetchError(f"{target}: {error.strerror}; free some space or rights") from error


@contextmanager
def _source(settings: Settings) -> Iterator[Bring]:
    """What brings a file to its place: from the offline folder or the network."""
    if settings.maven_offline is not None:
        yield partial(_from_folder, settings.maven_offline)
        return
    import requests  # noqa: PLC0415  slow to import
    from requests.adapters import HTTPAdapter  # noqa: PLC0415

    with requests.Session() as session:
        for scheme in ("http://", "https://"):
            session.mount(scheme, HTTPAdapter(pool_maxsize=WORKERS))
        yield partial(_from_network, session, base_address(settings.maven_mirror))


def _from_network(session: "requests.Session", base: str, file: LockedFile, target: Path) -> None:
    import pooch
    import requests  # noqa: PLC0415  slow to import

    pooch.get_logger().setLevel("ERROR")
    source = pooch.create(
        path=target.parent,
        base_url="",
        registry={file.name: file.sha256},
        urls={file.name: base + file.path},
        retry_if_failed=RETRIES,
    )
    again = "try again (finished files are kept), or set S3KG_MAVEN_MIRROR or S3KG_MAVEN_OFFLINE"
    try:
        source.fetch(file.name, downloader=partial(_download, session))
    except requests.RequestException as error:
        raise FetchError(f"{file.path} cannot be fetched ({_reason(error)}); {again}") from error
    except ValueError as error:  # how pooch says that the hash differs
        raise FetchError(
            f"{file.path}: what the repository sends is not the file of the lock; {again}"
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


def _from_folder(folder: Path, file: LockedFile, target: Path) -> None:
    source = folder / file.path
    if not file.fits(source):
        what = "not the file of the lock" if source.exists() else "not there"
        raise FetchError(
            f"{source}: {what}; fill the folder of S3KG_MAVEN_OFFLINE from a Maven repository"
        )
    copy(source, target)
