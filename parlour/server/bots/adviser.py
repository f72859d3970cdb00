"""The stand-in for the analysis of positions."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.bots import IsCancelled, new_bot
from parlour.bots.analysis import Analysis, Candidate
from parlour.bots.level_bot import never
from parlour.luck import Seed
from parlour.match import Match


def analyse(
    match: Match,
    seat: int,
    moves: Sequence[str] | None = None,
    *,
    bot: str = "5",
    simulations: int = 1000,
    seed: Seed = 0,
    is_cancelled: IsCancelled = never,
) -> Analysis:
    """A stand-in."""
    found = new_bot(match.game.name, bot, seed, simulations).analyse(match, seat, is_cancelled)
    known = {one.text for one in found.candidates}
    more = [Candidate(text, 1, 0.4, 0.01) for text in moves or () if text not in known]
    return Analysis(found.move, [*found.candidates, *more], found.line, found.simulations, found.seconds)


def hint_cells(belief: Match, seat: int, text: str) -> list[str]:
    """A stand-in."""
    tell = getattr(belief.game, "hint_cells", None)
    return [] if tell is None else list(tell(belief.state[0], seat, text))
