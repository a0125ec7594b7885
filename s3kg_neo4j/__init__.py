"""How good a language model's long answers are, and what exactly is wrong with each."""

from importlib.metadata import version

__version__ = version("s3kg-neo4j")
