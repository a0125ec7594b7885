"""Makes the lock again: ``python -m s3kg_neo4j.server.lock`` (``make server-lock``)."""

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from s3kg_neo4j.errors import ServerError
from s3kg_neo4j.fetching import base_address
from s3kg_neo4j.locked import LockedFile, sha256
from s3kg_neo4j.progress import Progress
from s3kg_neo4j.server.jars import LOCK, Lock
from s3kg_neo4j.settings import load_settings

NEO4J, GDS, BROWSER = "2026.01.4", "2.26.0", "5.24.0"
ROOTS = (
    f"org.neo4j:neo4j:{NEO4J}",
    f"org.neo4j.gds:proc:{GDS}",
    f"org.neo4j.gds:proc-sysinfo:{GDS}",
    f"org.neo4j.gds:opengds-extension:{GDS}",
    f"org.neo4j.gds:open-model-catalog:{GDS}",
    f"org.neo4j.client:neo4j-browser:{BROWSER}",
)
TEST_ONLY = ("org/mockito/", "net/bytebuddy/", "org/objenesis/", "org/bouncycastle/")
"""What Neo4j declares for its tests alone, and jgo lists all the same."""


def make_lock(files: Iterable[tuple[str, Path]]) -> Lock:
    """A lock of ``files``, each with its path in a Maven repository.

    Raises:
        ServerError: Two files would have the same name in one folder.
    """
    jars = [LockedFile(path, sha256(file), file.stat().st_size) for path, file in sorted(files)]
    names = [jar.name for jar in jars]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ServerError(f"two artifacts share a file name: {', '.join(twice)}")
    return Lock(NEO4J, GDS, BROWSER, tuple(jars))


def write_lock(lock: Lock, path: Path = LOCK) -> None:
    """Write a lock, one file a line, so that changes can be read."""
    head = {"neo4j": lock.neo4j, "gds": lock.gds, "browser": lock.browser}
    lines = ",\n".join("  " + json.dumps(asdict(jar)) for jar in lock.jars)
    text = json.dumps(head)[:-1] + f', "jars": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


def resolve(mirror: str | None) -> Iterator[tuple[str, Path]]:
    """The jars that the roots need at run time, fetched into the local Maven repository.

    Raises:
        ServerError: A file cannot be fetched.
    """
    import jgo  # noqa: PLC0415  for maintainers only

    logging.getLogger("jgo").setLevel(logging.ERROR)
    artifacts = jgo.resolve("+".join(ROOTS), {"mirror": base_address(mirror)} if mirror else None)
    jars = {}
    for artifact in artifacts:
        path = f"{artifact.component.path_prefix.as_posix()}/{artifact.filename}"
        if artifact.packaging == "jar" and not path.startswith(TEST_ONLY):
            jars[path] = artifact
    with Progress(f"files of Neo4j {NEO4J}", len(jars)) as progress:
        for path, artifact in jars.items():
            try:
                yield path, artifact.resolve()
            except (OSError, RuntimeError) as error:
                raise ServerError(f"{path} cannot be fetched: {error}") from error
            progress.advance()


if __name__ == "__main__":
    write_lock(make_lock(resolve(load_settings().maven_mirror)))
