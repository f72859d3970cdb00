"""Commands for hosting tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.commands.arguments import Database, Plugins
from parlour.cli.terminal.console import new_console


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="127.0.0.1 for this computer only, 0.0.0.0 for others too."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=65535, help="By default 8000, or the next free port; 0 picks any."),
    ] = None,
    database: Database = None,
    workers: Annotated[int, typer.Option(metavar="N", min=1, max=64, help="Processes; above 1 needs Postgres.")] = 1,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The base URL of links, if others reach the server by another.")
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name of the server; may be repeated."),
    ] = None,
    keep_days: Annotated[
        float | None,
        typer.Option(metavar="N", min=1, help="Delete tables unused for N days; by default none."),
    ] = None,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", metavar="", help="Limits per visitor and per address.")
    ] = True,
    metrics: Annotated[
        bool,
        typer.Option("--public-metrics", metavar="", help="Serve /metrics to everybody, not only to this machine."),
    ] = False,
    log_format: Annotated[
        str | None, typer.Option(metavar="text|json", help="Log lines as text or JSON; by default text in a terminal.")
    ] = None,
    opening: Annotated[
        bool,
        typer.Option("--open", metavar="", help="Show the page in this computer's browser, if it has one."),
    ] = False,
    plugin: Plugins = None,
) -> None:
    """Serve tables to people and programs: on this computer, at home, or on the internet."""
    from parlour.cli.serve import checked_hosts, checked_log_format, checked_public_url
    from parlour.server.run import serve
    from parlour.server.settings import USUAL_PORT, Settings
    from parlour.server.storage.database import default_url

    settings = Settings(
        host=host,
        port=USUAL_PORT if port is None else port,
        is_port_fixed=port is not None,
        database=database or default_url(),
        workers=workers,
        public_url=checked_public_url(public_url),
        allowed_hosts=checked_hosts(allowed_host),
        keep_days=keep_days,
        has_limits=limits,
        shows_metrics=metrics,
        log_format=checked_log_format(log_format),
        plugins=plugin or [],
        opens_browser=opening,
    )
    serve(settings, new_console())


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE.zip", help="The file to create.")],
    database: Database = None,
    plugin: Plugins = None,
) -> None:
    """Write all tables of a server to a zip, each match as a record. The server may keep running.

    'parlour import' reads it into a database of either kind, where all seat links keep working. Moves that were taken
    back are listed, but cannot be replayed. Matches that cannot be replayed are left out and named; then the exit code
    is 1.
    """
    from rich.text import Text

    from parlour.cli.export import Incomplete, export
    from parlour.server import plugins
    from parlour.server.storage.database import default_url

    plugins.load(plugin or [])
    try:
        export(file, database or default_url(), new_console(), new_console(stderr=True))
    except Incomplete as problem:
        new_console(stderr=True).print(Text(f"parlour: {problem}", "red"), soft_wrap=True)
        raise typer.Exit(1) from None


def import_(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.zip", help="A zip written by 'parlour export', or of other records.")
    ],
    database: Database = None,
    plugin: Plugins = None,
) -> None:
    """Import the tables of a zip into a server's database: all of them, or none if something in the zip is wrong.

    Tables that already exist are left unchanged. A record without an index becomes a table where the seats of people
    are open. A SQLite file must not be in use by a server; with Postgres, servers may keep running.
    """
    from parlour.cli.import_ import import_
    from parlour.server import plugins
    from parlour.server.storage.database import default_url

    plugins.load(plugin or [])
    import_(file, database or default_url(), new_console(), new_console(stderr=True))
