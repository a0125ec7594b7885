"""Sentence encoders: each distinct string is encoded once and kept on disk."""

from s3kg_neo4j.embed.cosine import cosines
from s3kg_neo4j.embed.embedder import Embedder, Encoder, Vectors
from s3kg_neo4j.embed.encoders import load_embedder

__all__ = ["Embedder", "Encoder", "Vectors", "cosines", "load_embedder"]
