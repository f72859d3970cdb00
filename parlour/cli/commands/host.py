"""Commands for hosting tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.commands.arguments import Database, Plugins
from parlour.cli.terminal.console import new_console


def serve(
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="127.0.0.1 for this computer only, which is the default; 0.0.0.0 for others too."
        ),
    ] = None,
    port: Annotated[
        str | None, typer.Option(metavar="N", help="By default 8000, or the next free port; 0 picks any.")
    ] = None,
    database: Database = None,
    workers: Annotated[
        str | None, typer.Option(metavar="N", help="Processes, 1 by default; more than 1 need Postgres.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The base URL of links, if others reach the server by another.")
    ] = None,
    allowed_hosts: Annotated[
        list[str] | None,
        typer.Option("--allowed-host", metavar="NAME", help="Another host name of the server; may be repeated."),
    ] = None,
    embed_on: Annotated[
        list[str] | None,
        typer.Option("--embed-on", metavar="ORIGIN", help="A site that may embed replays, or *; may be repeated."),
    ] = None,
    keep_days: Annotated[
        str | None, typer.Option(metavar="N", help="Delete tables unused for N days; by default none.")
    ] = None,
    reviews_at_once: Annotated[
        str | None, typer.Option(metavar="N", help="Reviews that a visitor may have at a time, 1 by default.")
    ] = None,
    reviews_an_hour: Annotated[
        str | None, typer.Option(metavar="N", help="Reviews that a visitor may start in an hour, 20 by default.")
    ] = None,
    reviews_kept: Annotated[
        str | None, typer.Option(metavar="N", help="Finished reviews to keep, 1000 by default.")
    ] = None,
    review_simulations: Annotated[
        str | None, typer.Option(metavar="N", help="Simulations for each move that a review compares.")
    ] = None,
    limits: Annotated[
        bool | None, typer.Option(metavar="", help="Limits per visitor and per address; on by default.")
    ] = None,
    public_metrics: Annotated[
        bool | None, typer.Option(metavar="", help="Serve /metrics to everybody, not only to this machine.")
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(metavar="text|json", help="Log lines as text or JSON; by default text in a terminal.")
    ] = None,
    open: Annotated[  # noqa: A002
        bool | None, typer.Option(metavar="", help="Show the page in this computer's browser, if it has one.")
    ] = None,
    plugins: Plugins = None,
) -> None:
    """Serve tables to people and programs: on this computer, at home, or on the internet.

    Each option can also be set by an environment variable; the command line wins. A list has commas between its items.
    """
    from parlour.server.run import serve
    from parlour.server.settings import Settings, chosen

    settings = chosen(
        Settings,
        host=host,
        port=port,
        database=database,
        workers=workers,
        public_url=public_url,
        allowed_hosts=allowed_hosts,
        embed_on=embed_on,
        keep_days=keep_days,
        reviews_at_once=reviews_at_once,
        reviews_an_hour=reviews_an_hour,
        reviews_kept=reviews_kept,
        review_simulations=review_simulations,
        limits=limits,
        public_metrics=public_metrics,
        log_format=log_format,
        open=open,
        plugins=plugins,
    )
    serve(settings, new_console())


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="The file to create.")],
    database: Database = None,
    plugins: Plugins = None,
) -> None:
    """Write all tables of a server to a zip, each match as a record. The server may keep running.

    'parlour import' reads it into a database of either kind, where all seat links keep working. Moves that were taken
    back are listed, but cannot be replayed. Matches that cannot be replayed are left out and named; then the exit code
    is 1.
    """
    from rich.text import Text

    from parlour.cli.export import Incomplete, export
    from parlour.server.plugins import load
    from parlour.server.settings import StorageSettings, chosen

    settings = chosen(StorageSettings, database=database, plugins=plugins)
    load(settings.plugins)
    try:
        export(file, settings.database, new_console(), new_console(stderr=True))
    except Incomplete as problem:
        new_console(stderr=True).print(Text(f"parlour: {problem}", "red"), soft_wrap=True)
        raise typer.Exit(1) from None


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.zip", help="A zip written by 'parlour export', or of other records.")
    ],
    database: Database = None,
    plugins: Plugins = None,
) -> None:
    """Import the tables of a zip into a server's database: all of them, or none if something in the zip is wrong.

    Tables that already exist are left unchanged. A record without an index becomes a table where the seats of people
    are open. A SQLite file must not be in use by a server; with Postgres, servers may keep running.
    """
    from parlour.cli.import_ import import_
    from parlour.server.plugins import load
    from parlour.server.settings import StorageSettings, chosen

    settings = chosen(StorageSettings, database=database, plugins=plugins)
    load(settings.plugins)
    import_(file, settings.database, new_console(), new_console(stderr=True))
