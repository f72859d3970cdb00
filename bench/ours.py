"""Measurements of this engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import parlour
from bench.measure import Counts, Measurement, Single
from parlour.games import find
from parlour.kernel import new_rng
from parlour.rollout import play_listed, play_sampled


def random_games(name: str, players: int, batch: int) -> list[Measurement]:
    """Random games with all moves listed, and sampled; a batch of some milliseconds is one call."""
    game = find(name)
    return [
        Measurement(f"{game.title}, listed", _games(play_listed, name, players, batch)),
        Measurement(f"{game.title}, sampled", _games(play_sampled, name, players, batch)),
    ]


def _games(play: Callable[..., Any], name: str, players: int, batch: int) -> Callable[[], Counts]:
    start, rng = parlour.new(name, players=players, seed=1).state, new_rng(1)

    def work() -> Counts:
        return {"games": batch, "plies": int(play(start, batch, rng))}

    return work


def record_size(name: str) -> Single:
    """The size of a state."""
    game = find(name)
    return Single(f"{game.title}, state record: bytes", lambda: float(game.rules.STATE.itemsize))
