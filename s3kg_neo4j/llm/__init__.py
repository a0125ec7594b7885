"""Calls of a language model behind an OpenAI-compatible endpoint: asked once, kept for good."""

from s3kg_neo4j.llm.call import Call, Reply
from s3kg_neo4j.llm.caller import Caller, Plan
from s3kg_neo4j.llm.prices import Prices
from s3kg_neo4j.llm.prompts import Prompt, load_prompt
from s3kg_neo4j.llm.replies import ReplyStore

__all__ = ["Call", "Caller", "Plan", "Prices", "Prompt", "Reply", "ReplyStore", "load_prompt"]
