"""The stand-in for the analysis of whole matches."""

from __future__ import annotations

from collections.abc import Callable

from parlour.bots import IsCancelled, SearchCancelled
from parlour.bots.analysis import Candidate
from parlour.bots.annotation import AnnotatedMove, Annotation
from parlour.bots.level_bot import never
from parlour.luck import Seed
from parlour.match import Match


def annotate(
    match: Match,
    *,
    simulations: int = 1000,
    seed: Seed = 0,
    is_cancelled: IsCancelled = never,
    progress: Callable[[int, int], None] | None = None,
) -> Annotation:
    """A stand-in."""
    from parlour.bots import new_bot

    moves = []
    for ply, (seat, text) in enumerate(match.moves):
        if is_cancelled():
            raise SearchCancelled("cancelled")
        bot = new_bot(match.game.name, "3", seed, simulations)
        found = bot.analyse(match.at(ply), seat, is_cancelled)
        one = Candidate(text, 1, 0.5)
        best = Candidate(found.move, 1, 0.5)
        moves.append(AnnotatedMove(ply, seat, one, best, 0.0, None, "best", False, None))
        if progress is not None:
            progress(ply + 1, len(match.moves))
    curve = [[0.5] * match.players for _ in range(len(match.moves) + 1)]
    return Annotation(match.game.name, simulations, str(seed), moves, curve, None, [], None, [])
