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
    import click  # noqa: PLC0415
    import typer  # noqa: PLC0415

    from s3kg_neo4j.cli import app, register  # noqa: PLC0415  slow to import

    register()
    lines = [NOTICE, "# Commands", ""]

    def describe(command: click.Command, parents: list[click.Context], name: str) -> None:
        context = click.Context(
            command, info_name=name, parent=parents[-1] if parents else None, max_content_width=80
        )
        context.terminal_width = 80
        lines.extend([f"## {context.command_path}", "", "```"])
        lines.extend(line.rstrip() for line in command.get_help(context).splitlines())
        lines.extend(["```", ""])
        if isinstance(command, click.Group):
            for child in command.list_commands(context):
                found = command.get_command(context, child)
                if found is not None:
                    describe(found, [*parents, context], child)

    describe(typer.main.get_command(app), [], "s3kg")
    return "\n".join(lines).rstrip() + "\n"


def write_docs(folder: Path) -> None:
    """Write the generated pages into ``folder``."""
    (folder / "queries.md").write_text(query_reference(catalog()), encoding="utf-8")
    (folder / "commands.md").write_text(command_reference(), encoding="utf-8")


if __name__ == "__main__":
    write_docs(Path(sys.argv[1]))
