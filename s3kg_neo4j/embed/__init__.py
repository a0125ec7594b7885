"""Sentence encoders: each distinct string is encoded once and kept on disk."""

from s3kg_neo4j.embed.cosine import cosines
from s3kg_neo4j.embed.embedder import Embedder
from s3kg_neo4j.embed.encoder import Batch, Encoder
from s3kg_neo4j.embed.loading import load_embedder
from s3kg_neo4j.embed.vectors import Vectors

__all__ = ["Batch", "Embedder", "Encoder", "Vectors", "cosines", "load_embedder"]
