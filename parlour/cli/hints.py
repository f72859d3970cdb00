"""What a bot would play for somebody who asks."""

from __future__ import annotations

from rich.console import Console

from parlour import warmup
from parlour.bots import NAMES, Analysis, bot, title
from parlour.cli.screen import Screen
from parlour.match import Match

SHOWN = 5  # candidates, the best ones
ADVISER = NAMES[-1]  # the strongest

_ready: set[str] = set()  # games whose adviser has been asked before


def hint(match: Match, seat: int, console: Console) -> Analysis:
    """What the strongest bot thinks of a waiting seat's moves; where it is yet to be compiled, there is a bar."""
    if match.game.name not in _ready:
        warmup.run(warmup.steps(match.game, [ADVISER], study=False), console, patience=1.5)
        _ready.add(match.game.name)
    with console.status(f"{title(ADVISER).capitalize()} is thinking"):
        return bot(match.game.name, ADVISER).analyse(match, seat)


def show(told: Analysis, name: str, match: Match, screen: Screen) -> None:
    """A bot's move, with its best candidates where it has thought about several."""
    screen.say(f"{title(name).capitalize()} would play: {told.move}")
    if len(told.candidates) < 2:
        return
    best = told.candidates[:SHOWN]
    screen.grid([(one.text, f"worth {one.value:.2f}", f"looked at {one.visits}") for one in best])
    scale = "near 1 is as good as won, near 0 as good as lost" if match.players > 1 else "0 to 1, more for more points"
    screen.say(f"Worth: {scale}.", style="dim")
