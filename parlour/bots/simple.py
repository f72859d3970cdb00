"""Two reference bots: any legal move, and the move after which the position looks best."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from parlour.bots.candidates import Analysis
from parlour.kernel import apply, below, evaluate, kernel, legal, max_moves, new_rng, redeal, sample, scores
from parlour.luck import Luck, Seed
from parlour.match import Match
from parlour.rollout import first_waiting


@kernel
def sampled_move(start, seat, rng):
    """Return a random legal move in a one-record array."""
    return sample(start[0], seat, rng)


@kernel
def greedy_move(start, seat, players, rng):
    """Return the legal move after which `evaluate` is best for this seat; ties are broken at random."""
    moves = np.empty(max_moves(start[0]), np.int64)
    trial = start.copy()
    values = np.empty(players, np.float64)
    best, ties, choice = -1.0, 0, np.int64(0)
    for i in range(legal(start[0], seat, moves)):
        trial[0] = start[0]
        apply(trial[0], seat, moves[i])
        evaluate(trial[0], values)
        if values[seat] > best:
            best, ties, choice = values[seat], 1, moves[i]
        elif values[seat] == best:
            ties += 1
            if below(rng, ties) == 0:
                choice = moves[i]
    return choice


@kernel
def greedy_games(starts, players, rng, out):
    """Let `greedy` play in every seat from each record of an array; out[i] gets the score columns by seat."""
    for i in range(starts.size):
        work = starts[i : i + 1].copy()
        seat = first_waiting(work[0])
        while seat >= 0:
            belief = work.copy()
            redeal(belief[0], seat, rng)
            apply(work[0], seat, greedy_move(belief, seat, players, rng))
            seat = first_waiting(work[0])
        scores(work[0], out[i])


class _SimpleBot:
    """A bot whose choice is one kernel call on a belief."""

    name: str

    def __init__(self, seed: Seed | None) -> None:
        self._luck = Luck(seed)

    def choose(self, match: Match, seat: int) -> str:
        """Return a legal move for a waiting seat."""
        seat = match.check_waiting(seat)
        belief = match.belief(seat, seed=self._luck.number())
        state = belief.state
        move = self._move(state, seat, match.players, new_rng(self._luck.number()))
        return match.game.notation.move_text(state[0], seat, int(move))

    def analyse(self, match: Match, seat: int) -> Analysis:
        """Return the move it would play, without candidates."""
        began = perf_counter()
        text = self.choose(match, seat)
        return Analysis(text, [], [text], 0, perf_counter() - began)

    def _move(self, state: NDArray[np.void], seat: int, players: int, rng: NDArray[np.uint64]) -> int:
        raise NotImplementedError


class RandomBot(_SimpleBot):
    """Plays any legal move, each equally likely."""

    name = "random"

    def _move(self, state: NDArray[np.void], seat: int, players: int, rng: NDArray[np.uint64]) -> int:
        return int(sampled_move(state, seat, rng))


class GreedyBot(_SimpleBot):
    """Looks one move ahead with the game's `evaluate`."""

    name = "greedy"

    def _move(self, state: NDArray[np.void], seat: int, players: int, rng: NDArray[np.uint64]) -> int:
        return int(greedy_move(state, seat, players, rng))
