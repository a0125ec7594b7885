"""``s3kg calls``: the ledger of all calls that were ever sent."""

from s3kg_neo4j.cli import app
from s3kg_neo4j.cli.output import Format, FormatOption, print_rows


@app.command(epilog="Example: s3kg calls --format csv")
def calls(
    format: FormatOption = Format.TABLE,  # noqa: A002  the option's name
) -> None:
    """Show calls and tokens by model and prompt version, with those that brought no reply."""
    from s3kg_neo4j.llm import ReplyStore  # noqa: PLC0415
    from s3kg_neo4j.settings import load_settings  # noqa: PLC0415

    store = ReplyStore(load_settings().cache_dir / "llm")
    print_rows(store.totals(), format)
    store.close()
