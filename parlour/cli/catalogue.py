"""The games on the shelf, as tables."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import SIMPLE
from rich.markup import escape
from rich.table import Table

from parlour.cli.wording import listed
from parlour.game import Game, Option
from parlour.luck import canonical_json


def games_table(games: Iterable[Game]) -> Table:
    """A row per game."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("title", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("minutes", justify="right", no_wrap=True)
    table.add_column("what one does")
    for game in games:
        table.add_row(game.name, game.title, _span(game.players), str(game.minutes), escape(game.sentence))
    return table


def options_table(game: Game) -> Table:
    """A row per option."""
    table = Table(box=SIMPLE, pad_edge=False, show_lines=False, title="Options", title_justify="left")
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("value")
    table.add_column("default", no_wrap=True)
    table.add_column("rule", no_wrap=True)
    table.add_column("what it does", ratio=1)
    for option in game.options:
        default = canonical_json(option.default).strip('"')
        table.add_row(option.name, escape(_values(option, game)), escape(default), option.rule, escape(option.sentence))
    return table


def _span(players: range) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


def _values(option: Option, game: Game) -> str:
    """What an option may be set to, briefly."""
    most = [option.most(players) for players in (game.players[0], game.players[-1])]
    span = f"{option.low} to {most[0]}"
    if most[0] != most[1]:
        span += f" ({most[1]} when {game.players[-1]} play)"
    return {
        "flag": "true or false",
        "number": span,
        "choice": listed(option.choices or ("",), "or"),
        "numbers": f"[one per seat], {span}",
        "json": "JSON",
    }[option.kind]
