"""The installed games, as tables, or as lists in a narrow window."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import SIMPLE
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.bots import NAMES, levels, title
from parlour.game import Game, Level
from parlour.luck import canonical_json
from parlour.message import listed
from parlour.option import Option

NARROW = 90  # columns; the tables of options and levels do not fit into fewer
THINKING = "A level thinks until it reaches its limit of simulations or of seconds. A blunder is a random legal move."


def show_games(games: Iterable[Game], console: Console) -> None:
    """Print a table with a row per game."""
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("title", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("minutes", justify="right", no_wrap=True)
    table.add_column("what you do")
    for game in games:
        table.add_row(game.name, game.title, players_text(game.players), str(game.minutes), game.sentence)
    console.print(table)


def show_details(game: Game, console: Console) -> None:
    """Print a game's options, its bots and the budget of each level."""
    is_narrow = console.width < NARROW
    if game.options:
        if is_narrow:
            _list_options(game, console)
        else:
            console.print(_options_table(game))
    console.print(Text.assemble(("Bots: ", "italic"), f"{listed(NAMES)}."))
    if is_narrow:
        _list_levels(game, console)
    else:
        console.print(_levels_table(game))
    console.print(THINKING)


def _list_options(game: Game, console: Console) -> None:
    console.print(Text("Options", "italic"))
    for option in game.options:
        console.print(Text.assemble("  ", (option.name, "bold"), f": default {default_text(option)} ({option.rule})"))
        for line in (f"values: {values_text(option, game)}", option.sentence):
            console.print(Padding(Text(line), (0, 0, 0, 6)))
    console.print()


def _options_table(game: Game) -> Table:
    """A row per option."""
    table = Table(box=SIMPLE, pad_edge=False, show_lines=False, title="Options", title_justify="left")
    table.add_column("name", style="bold", no_wrap=True)
    table.add_column("value")
    table.add_column("default", no_wrap=True)
    table.add_column("rule", no_wrap=True)
    table.add_column("what it does", ratio=1)
    for option in game.options:
        values, default = values_text(option, game), default_text(option)
        table.add_row(option.name, values, default, option.rule, option.sentence)
    return table


def _list_levels(game: Game, console: Console) -> None:
    for level in levels(game):
        simulations, seconds, blunders = budget_texts(level)
        noun = "simulation" if level.simulations == 1 else "simulations"
        console.print(Padding(Text.assemble((title(level.name), "bold"), f": {level.sentence}"), (0, 0, 0, 2)))
        budget = f"at most {simulations} {noun} or {seconds} s, blunders {blunders}"
        console.print(Padding(Text(budget), (0, 0, 0, 6)))
    console.print()


def _levels_table(game: Game) -> Table:
    """A row per level."""
    table = Table(box=SIMPLE, pad_edge=False, show_lines=False)
    table.add_column("level", style="bold", no_wrap=True)
    table.add_column("how it plays", ratio=1)
    for heading in ("simulations", "seconds", "blunders"):
        table.add_column(heading, justify="right")
    for level in levels(game):
        table.add_row(level.name, level.sentence, *budget_texts(level))
    return table


def budget_texts(level: Level) -> tuple[str, str, str]:
    """A level's limits on simulations and seconds, and how often it blunders."""
    return f"{level.simulations:,}", f"{level.seconds:g}", f"{level.blunder_rate:.0%}"


def players_text(players: range) -> str:
    """The number of players, briefly."""
    return str(players[0]) if len(players) == 1 else f"{players[0]}-{players[-1]}"


def default_text(option: Option) -> str:
    """The default of an option, briefly."""
    value = canonical_json(option.default).strip('"')
    return f"{value} for each seat" if option.kind == "numbers" else value


def _choice_text(option: Option, choice: str) -> str:
    """A choice and, if it has a label, what that says."""
    return f"{choice} ({option.choice_heading(choice)})" if option.choice_labels else choice


def values_text(option: Option, game: Game) -> str:
    """The values that an option may have, briefly."""
    most = [option.most(players) for players in (game.players[0], game.players[-1])]
    span = f"{option.low} to {most[0]}"
    if most[0] != most[1]:
        span += f" ({most[1]} when {game.players[-1]} play)"
    return {
        "flag": "true or false",
        "number": span,
        "choice": listed([_choice_text(option, choice) for choice in option.choices or ("",)], ", or"),
        "numbers": f"[one per seat], {span}",
        "json": listed([*(_choice_text(option, choice) for choice in option.choices), "JSON"], ", or"),
    }[option.kind]
