"""Where the bundled sample lies: inside the wheel, or in a checkout's ``examples``."""

from pathlib import Path

SAMPLE = Path("examples") / "sample.jsonl"


def sample_file() -> Path:
    """The sample's path."""
    package = Path(__file__).parent
    inside = package / SAMPLE
    return inside if inside.is_file() else package.parent / SAMPLE
