"""Matches to analyse."""

from __future__ import annotations

import parlour
from parlour.luck import Luck
from parlour.match import Match

KINDS = [("exago", 2), ("exago", 3), ("traxx", 1), ("traxx", 2), ("cirplexed", 2), ("tracktic", 2), ("tracktic", 3)]


def begun(game: str, players: int, moves: int, seed: int = 3) -> Match:
    """A match with this many moves by `greedy`."""
    match, greedy = parlour.new(game, players=players, seed=seed), parlour.bot(game, "greedy", seed=seed)
    for _ in range(moves):
        seat = match.waiting[0]
        match.play(seat, greedy.choose(match, seat))
    return match


def finished(game: str, players: int, seed: int) -> Match:
    """A match of random moves, played to its end."""
    match, luck = parlour.new(game, players=players, seed=seed), Luck(seed)
    while match.waiting:
        seat = match.waiting[0]
        moves = match.legal(seat)
        match.play(seat, moves[luck.below(len(moves))])
    return match
