"""Wins by force, for two seats: threats that leave the opponent only replies that lose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from parlour.game import State
from parlour.games.exago import rules

THREATS = 2  # one after the other, before the move that wins
POSITIONS = 20_000  # looked at before a search gives up


class _GivenUp(Exception):
    """The search would take too long."""


def wins_by_force(s: State, seat: int) -> bool:
    """Whether the seat to move can win with a threat in every move. False means only that no such way was found."""
    return _Force().finds(s, seat, is_to_move=True)


def has_won_by_force(s: State, seat: int) -> bool:
    """Whether a seat can win in this way however its opponent, who is to move, replies."""
    return _Force().finds(s, seat, is_to_move=False)


class _Force:
    """One search: every reply is tried, so that what it finds is certain."""

    def __init__(self) -> None:
        self._left = POSITIONS

    def finds(self, s: State, seat: int, *, is_to_move: bool) -> bool:
        try:
            return self._wins(s, seat, THREATS) if is_to_move else self._loses(s, 1 - seat, THREATS)
        except _GivenUp:
            return False

    def _wins(self, s: State, seat: int, threats: int) -> bool:
        """Whether the seat to move wins at once (X15), or after so many threats."""
        if not rules.waiting(s):
            return False
        if rules.threatens(s, seat):
            return True
        return threats > 0 and any(
            rules.threatens(after, seat) and self._loses(after, 1 - seat, threats - 1)
            for after in self._positions(s, seat)
        )

    def _loses(self, s: State, seat: int, threats: int) -> bool:
        """Whether the opponent of the seat to move wins after every move of it, with so many threats."""
        if not rules.waiting(s) or rules.threatens(s, seat):
            return False
        return all(self._wins(after, 1 - seat, threats) for after in self._positions(s, seat))

    def _positions(self, s: State, seat: int) -> Iterator[State]:
        """The positions after the moves of the seat to move."""
        out = np.empty(rules.MAX_MOVES, np.int64)
        for move in out[: rules.legal(s, seat, out)].tolist():
            self._left -= 1
            if self._left < 0:
                raise _GivenUp
            after = np.zeros(1, rules.STATE)
            after[0] = s
            rules.apply(after[0], seat, move)
            yield after[0]
