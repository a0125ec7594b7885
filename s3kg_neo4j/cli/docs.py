"""Documentation made from the program itself: the query reference, the command reference."""

import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

from s3kg_neo4j.catalog import Query, catalog

NOTICE = "<!-- Made by `make docs`; edit the program, not this file. -->"


def query_reference(queries: Mapping[str, Query]) -> str:
    """docs/queries.md: every query of the catalog, stage by stage."""
    lines = [
        NOTICE,
        "# Query reference",
        "",
        "Every statement that the program runs, one file each under `cypher/`. The `audit` ones "
        "run by name with `s3kg audit NAME`, and all of them can be pasted into Neo4j Browser "
        "with their parameters set by `:param`.",
    ]
    for stage, group in groupby(queries.values(), key=lambda query: query.name.split("/")[0]):
        lines += ["", f"## {stage}"]
        for query in group:
            lines += ["", f"### {query.name}", "", query.summary, "", f"Mode: {query.mode}."]
            if query.needs:
                lines[-1] += f" Needs: {', '.join(query.needs)}."
            for title, declared in (("Parameter", query.parameters), ("Column", query.columns)):
                if declared:
                    lines += ["", f"| {title} | Type | Meaning |", "|---|---|---|"]
                    lines += [
                        f"| `{d.name}` | {d.type} | {d.meaning}"
                        + (f" (default {d.default})" if d.default else "")
                        + " |"
                        for d in declared
                    ]
    return "\n".join(lines) + "\n"


def command_reference() -> str:
    """docs/commands.md: what ``--help`` says of every command."""
    import typer  # noqa: PLC0415  slow to import
    from typer.testing import CliRunner  # noqa: PLC0415

    from s3kg_neo4j.cli import app, register  # noqa: PLC0415  slow to import

    register()
    runner = CliRunner(env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"})
    lines = [NOTICE, "# Commands", ""]

    def describe(group: typer.Typer, words: list[str]) -> None:
        help_text = runner.invoke(app, [*words, "--help"], prog_name="s3kg").output
        lines.extend([f"## {' '.join(['s3kg', *words])}", "", "```"])
        lines.extend(line.rstrip() for line in help_text.strip().splitlines())
        lines.extend(["```", ""])
        for command in group.registered_commands:
            name = command.name or str(command.callback.__name__)  # type: ignore[union-attr]
            describe(typer.Typer(), [*words, name.replace("_", "-")])
        for child in group.registered_groups:
            if child.typer_instance is not None:
                describe(child.typer_instance, [*words, str(child.name)])

    describe(app, [])
    return "\n".join(lines).rstrip() + "\n"


def write_docs(folder: Path) -> None:
    """Write the generated pages into ``folder``."""
    (folder / "queries.md").write_text(query_reference(catalog()), encoding="utf-8")
    (folder / "commands.md").write_text(command_reference(), encoding="utf-8")


if __name__ == "__main__":
    write_docs(Path(sys.argv[1]))
