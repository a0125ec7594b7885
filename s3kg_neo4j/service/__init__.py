"""The gate as a service: the same calls over HTTP and as tools of a language model (MCP)."""
