"""A set of pairs made from passages: paraphrases, and the same words with their facts exchanged."""

from s3kg_neo4j.bench.swaps.generator import Passage, SwapPair, make_pairs, read_passages

__all__ = ["Passage", "SwapPair", "make_pairs", "read_passages"]
