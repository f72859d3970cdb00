"""Hints: what a bot would play."""

from __future__ import annotations

from rich.console import Console

from parlour import compiling, warmup
from parlour.bots import HIGHEST_PLAIN, NAMES, Analysis, new_bot, title
from parlour.cli.terminal.screen import Screen
from parlour.match import Match
from parlour.message import say

SHOWN = 5  # best candidates
STRONGEST = NAMES[-1]

_ready: set[str] = set()  # games whose adviser has been used


def adviser(game: str) -> str:
    """The strongest bot that is available now."""
    return STRONGEST if compiling.is_compiled(game) else HIGHEST_PLAIN


def hint(match: Match, seat: int, name: str, console: Console) -> Analysis:
    """An adviser's analysis for a waiting seat, with a progress bar if it must be loaded or compiled first."""
    game = match.game
    if compiling.is_compiled(game.name) and game.name not in _ready:
        warmup.run(warmup.steps(game, [name], study=False), console, game.title, patience=1.5)
        _ready.add(game.name)
    with console.status(say("{name} is thinking", name=title(name).capitalize())):
        return new_bot(game.name, name).analyse(match, seat)


def show(told: Analysis, name: str, match: Match, screen: Screen) -> None:
    """Print a bot's move, with its best candidates if it considered several."""
    screen.say(say("{name} would play: {move}", name=title(name).capitalize(), move=told.move))
    if len(told.candidates) < 2:
        return
    best = told.candidates[:SHOWN]
    screen.grid(
        [
            (one.text, say("value {value}", value=f"{one.value:.2f}"), say("visits {visits}", visits=one.visits))
            for one in best
        ]
    )
    screen.say(scale_words(match), style="dim")


def scale_words(match: Match) -> str:
    """What values mean."""
    if match.players > 1:
        return say("Values go from 0 (lost) to 1 (won).")
    return say("Values go from 0 to 1, higher for more points.")
