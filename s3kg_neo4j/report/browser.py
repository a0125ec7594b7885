"""What Neo4j Browser is asked to draw."""

import json

from s3kg_neo4j.catalog import find_query


def show_answer(gid: str) -> str:
    """The catalog's query for one answer, with the gid written out.

    A link can carry no parameters, so this one value becomes a string literal; JSON's escapes
    are Cypher's too.
    """
    query = find_query("browse/show_answer")
    lines = [line for line in query.text.splitlines() if not line.startswith("//")]
    return "\n".join(lines).replace("$gid", json.dumps(gid))
