"""What a model's folder tells without loading the model."""

import hashlib
import json
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from itertools import product
from pathlib import Path
from typing import Any

from s3kg_neo4j.errors import EncoderError

DIGITS = 12
"""Hexadecimal digits of a revision."""

ADVICE = "name a folder with a sentence-transformers model, or use minilm"

_NOT_NEEDED = ["coreml/*", "onnx/*", "openvino/*", "*.h5", "*.msgpack", "*.ot", "*.onnx"]
_SUFFIXES = frozenset({".bin", ".json", ".model", ".pt", ".safetensors", ".txt"})
_OTHER_RUNTIMES = frozenset({"coreml", "onnx", "openvino"})
_UNLIMITED = 1_000_000
_OF_NO_EFFECT = frozenset({"Transformer", "Normalize", "Dropout"})
"""Modules that leave a vector as long as it was."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a model's vectors.

    Attributes:
        dimension: Length of a vector.
        normalised: Whether its vectors have length 1.
        limit: Tokens of a text that it reads; None where there is no limit.
    """

    dimension: int
    normalised: bool
    limit: int | None


def read_facts(folder: Path) -> Facts | None:
    """The facts, or None where the folder is not of the usual layout and must be loaded."""
    dimension, normalised = 0, False
    modules = _json(folder / "modules.json", [])
    for module in modules:
        kind = str(module.get("type", "")).rsplit(".", 1)[-1]
        config = _json(folder / module.get("path", "") / "config.json", {})
        if kind == "Pooling":
            dimension = _pooled(config)
        elif kind == "Dense":
            dimension = int(config.get("out_features", 0))
        elif kind not in _OF_NO_EFFECT:
            return None
        normalised = kind == "Normalize"
    limit = _json(folder / "sentence_bert_config.json", {}).get("max_seq_length") or min(
        _json(folder / "tokenizer_config.json", {}).get("model_max_length") or _UNLIMITED,
        _json(folder / "config.json", {}).get("max_position_embeddings") or _UNLIMITED,
    )
    if not dimension:
        return None
    return Facts(dimension, normalised, limit if limit < _UNLIMITED else None)


def _pooled(config: dict[str, Any]) -> int:
    """Dimension after pooling; 0 where it is not told."""
    dimension = int(config.get("word_embedding_dimension") or config.get("embedding_dimension", 0))
    mode = config.get("pooling_mode")
    if mode is None:
        modes = sum(bool(config[key]) for key in config if key.startswith("pooling_mode_"))
    else:
        modes = 1 if isinstance(mode, str) else len(mode)
    return dimension * modes


def package_revision(package: str) -> str | None:
    """Version of an installed package and hash of its list of files, or None if it has none.

    The list holds a hash of every file, so the weights need not be read.
    """
    try:
        found = distribution(package)
    except PackageNotFoundError:
        return None
    record = found.read_text("RECORD")
    if not record:
        return None
    files = "\n".join(sorted(line for line in record.splitlines() if "/model/" in line))
    return f"{found.version}+{hashlib.sha256(files.encode()).hexdigest()[:DIGITS]}"


def folder_revision(folder: Path) -> str:
    """The commit, for a snapshot from the hub; else a hash of the model's files.

    Raises:
        EncoderError: A file cannot be read.
    """
    if folder.parent.name == "snapshots":
        return folder.name[:DIGITS]
    digest = hashlib.sha256()
    try:
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix not in _SUFFIXES or _OTHER_RUNTIMES & set(inside.parts):
                continue
            digest.update(f"{inside.as_posix()}\n".encode())
            with path.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    except OSError as error:
        raise EncoderError(f"{error.filename}: {error.strerror}; make the file readable") from None
    return digest.hexdigest()[:DIGITS]


def find_folder(name: str, what: str = "encoder", advice: str = ADVICE) -> Path:
    """Folder of a model: a path, or a name on the Hugging Face hub, fetched at the first use.

    Args:
        name: The path or name.
        what: Kind of model, for messages.
        advice: What to do where it cannot be had.

    Raises:
        EncoderError: There is no model of that name, or it cannot be fetched.
    """
    if Path(name).is_dir():
        if not any((Path(name) / file).is_file() for file in ("modules.json", "config.json")):
            raise EncoderError(f"{name}: no model in this folder; {advice}")
        return Path(name)
    import huggingface_hub as hub  # noqa: PLC0415  slow to import
    from huggingface_hub import errors  # noqa: PLC0415

    repositories = [name] if "/" in name else [f"sentence-transformers/{name}", name]
    # What is here is used as it is; only then is the network asked.
    for here, repository in product((True, False), repositories):
        try:
            return Path(
                hub.snapshot_download(
                    repository, ignore_patterns=_NOT_NEEDED, local_files_only=here
                )
            )
        except errors.HFValidationError:
            raise EncoderError(f"{what} {name!r} is no folder and no name; {advice}") from None
        except errors.RepositoryNotFoundError:
            continue
        # The hub's client changes its HTTP library now and then.
        except (OSError, errors.HTTPError) as error:  # type: ignore[attr-defined]
            if not here:
                raise EncoderError(
                    f"{what} {name!r} is not on this machine and cannot be fetched from the "
                    f"Hugging Face hub ({first_line(error)}); {advice}"
                ) from None
    raise EncoderError(f"{what} {name!r} is no folder and not on the Hugging Face hub; {advice}")


def first_line(error: BaseException) -> str:
    """The first line of an error's message, or its kind where it has none."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__


def _json(path: Path, otherwise: Any) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return otherwise
