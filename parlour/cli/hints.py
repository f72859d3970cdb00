"""What a bot would play for somebody who asks."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.bots import NAMES, bot
from parlour.match import Match

SHOWN = 5  # candidates, the best ones


@dataclass(frozen=True)
class Hint:
    """A move, and what else was looked at."""

    bot: str
    move: str
    candidates: list[tuple[str, int, float]]  # text, how often it was looked at, and how likely it wins


def hint(match: Match, seat: int) -> Hint:
    """The strongest bot's move for a waiting seat, with its candidates where it has thought about several."""
    name = NAMES[-1]
    asked = bot(match.game.name, name)
    analyse = getattr(asked, "analyse", None)
    if analyse is None:
        return Hint(name, asked.choose(match, seat), [])
    told = analyse(match, seat)
    best = [(candidate.text, candidate.visits, candidate.value) for candidate in told.candidates[:SHOWN]]
    return Hint(name, told.move, best if len(best) > 1 else [])
