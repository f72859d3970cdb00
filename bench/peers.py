"""The same kinds of work done by OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from bench.measure import Counts, Measurement

NAME = "OpenSpiel"
ROLLOUTS = 50  # games in one call
SIMULATIONS = 500  # simulations in one search
DRIVEN = 10  # games between two readings of the clock
EXPLORATION = 1.4
MEGABYTES = 1000  # more than any of these searches needs


def measurements(title: str, game_text: str) -> list[Measurement]:
    """C++ rollouts, tree search and games driven from Python, all from the start of a game."""
    game = pyspiel.load_game(game_text)
    driven = f"{NAME} {title}, from Python"
    return [
        Measurement(f"{NAME} {title}, rollouts", rollouts(game), plies_like=driven),
        Measurement(f"{NAME} {title}, MCTS", searches(game)),
        Measurement(driven, driven_games(game)),
    ]


def _searcher(game: Any, rollouts_a_leaf: int, simulations: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts_a_leaf, seed=1)
    return pyspiel.MCTSBot(
        game, evaluator, EXPLORATION, simulations, max_memory_mb=MEGABYTES, solve=False, seed=1, verbose=False
    )


def rollouts(game: Any) -> Callable[[], Counts]:
    """Random games in C++. From Python, only a search can call an evaluator; a search of one simulation calls it
    once, on the state it is given, and does nothing else."""
    searcher, start = _searcher(game, ROLLOUTS, 1), game.new_initial_state()

    def work() -> Counts:
        searcher.mcts_search(start)
        return {"games": ROLLOUTS}

    return work


def searches(game: Any) -> Callable[[], Counts]:
    """Tree search with one rollout per leaf."""
    searcher, start = _searcher(game, 1, SIMULATIONS), game.new_initial_state()

    def work() -> Counts:
        searcher.mcts_search(start)
        return {"simulations": SIMULATIONS}

    return work


def driven_games(game: Any) -> Callable[[], Counts]:
    """Random games driven from Python: list the moves, draw one, make it."""
    draw = random.Random(1).random

    def work() -> Counts:
        plies = 0
        for _ in range(DRIVEN):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
            plies += state.move_number()
        return {"games": DRIVEN, "plies": plies}

    return work
