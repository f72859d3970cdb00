"""The work of this engine that is measured."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any

import parlour
from bench.measure import Counts, Measurement, Single, process_seconds
from parlour.games import find
from parlour.kernel import new_rng
from parlour.rollout import play_listed, play_sampled

FIRST_MOVE = "import parlour; m = parlour.new({game!r}); m.play(0, {text!r})"
RANDOM_GAMES = """
from parlour.kernel import new_rng
from parlour.rollout import play_listed, play_sampled
play_listed(m.state, 1, new_rng(1))
play_sampled(m.state, 1, new_rng(1))
"""


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


def start_up(name: str, first_move: str) -> list[Single]:
    """How long a process takes that has to compile everything, and one that finds it all compiled."""
    title = find(name).title
    first = FIRST_MOVE.format(game=name, text=first_move)

    def cold() -> float:
        with tempfile.TemporaryDirectory() as cache:
            return process_seconds(first + RANDOM_GAMES, cache)[0]

    warm_cache = tempfile.TemporaryDirectory()

    def warm() -> float:
        process_seconds(first, warm_cache.name)
        return process_seconds(first, warm_cache.name)[1]

    return [
        Single(f"{title}, cold compile: CPU seconds", cold),
        Single(f"{title}, warm first move: seconds", warm),
    ]


def record_size(name: str) -> Single:
    """How large a state is."""
    game = find(name)
    return Single(f"{game.title}, state record: bytes", lambda: float(game.rules.STATE.itemsize))
