"""Parameters of audits, as they are given on the command line."""

from typing import Any, cast

import pytest

from s3kg_neo4j.audit import run_audit
from s3kg_neo4j.errors import UsageError

NO_DATABASE = cast("Any", None)


@pytest.mark.parametrize("limit", ["-1", "null", "abc", "1.5", "", "9" * 19, "9" * 5000, "\u00b2"])
def test_a_limit_that_the_database_cannot_take(limit: str) -> None:
    with pytest.raises(UsageError, match=r"^limit: expected a whole number"):
        run_audit(NO_DATABASE, "worst_questions", {"limit": limit})
