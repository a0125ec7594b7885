"""What is installed from the wheel holds everything that a run needs."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_wheel_holds_queries_sample_lock_and_templates(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "uv", "build", "--wheel", "--quiet", "--out-dir", tmp_path, ROOT],
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    queries = {
        f"s3kg_neo4j/cypher/{path.relative_to(ROOT / 'cypher').as_posix()}"
        for path in (ROOT / "cypher").rglob("*.cypher")
    }
    assert queries
    assert queries <= names
    assert {
        "loaders/jsonl.py",
        "s3kg_neo4j/examples/sample.jsonl",
        "s3kg_neo4j/opposites.txt",
        "s3kg_neo4j/report/templates/report.html",
        "s3kg_neo4j/server/lock.json",
    } <= names
