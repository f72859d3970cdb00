"""What a bot would play for somebody who asks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

from parlour import warmup
from parlour.bots import NAMES, bot, title
from parlour.match import Match

SHOWN = 5  # candidates, the best ones


@dataclass(frozen=True)
class Hint:
    """A move, and what else was looked at."""

    bot: str
    move: str
    candidates: list[tuple[str, int, float]]  # text, how often it was looked at, and what it is worth


_ready: set[str] = set()  # games whose strongest bot has been asked before


def hint(match: Match, seat: int, console: Console) -> Hint:
    """The strongest bot's move for a waiting seat, with its candidates where it has thought about several.

    Where it is yet to be compiled, the console shows a bar.
    """
    name = NAMES[-1]
    if match.game.name not in _ready:
        warmup.run(warmup.steps(match.game, [name], study=False), console, patience=1.5)
        _ready.add(match.game.name)
    with console.status(f"{title(name).capitalize()} is thinking"):
        told = bot(match.game.name, name).analyse(match, seat)
    best = [(candidate.text, candidate.visits, candidate.value) for candidate in told.candidates[:SHOWN]]
    return Hint(name, told.move, best if len(best) > 1 else [])
