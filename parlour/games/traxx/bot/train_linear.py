"""Train linear.json: `python -m parlour.games.traxx.bot.train_linear`.

Each round plays games by the current weights, and fits a linear function of the features to the points that came after
each move; the first round knows nothing but the points of the move itself. The weights whose games had the highest mean
score are kept: one table for solo games, one for a race of two.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from parlour.games import find
from parlour.games.traxx.bot.features import FEATURES, NAMES
from parlour.games.traxx.bot.selfplay import play_by_heuristic
from parlour.games.traxx.bot.weights import KNOTS, LINEAR_FILE, Linear, by_cards_left
from parlour.games.traxx.rules import CARDS, ROUNDS
from parlour.kernel import new_rng
from parlour.luck import Luck
from parlour.match import Match
from parlour.training import run_script

TABLES = {"alone": (1, 16, 4_000), "race": (2, 8, 2_500)}  # players, rounds, games of a round
BATCH = 100  # games between two progress reports
RIDGE = 5.0  # penalty on large weights

Floats = NDArray[np.float64]
Examples = tuple[Floats, Floats, NDArray[np.int64]]  # features, points that came, cards left


def play(players: int, games: int, table: Linear, seed: str, title: str) -> tuple[Examples, float]:
    """Play games with these weights; return examples and the mean score."""
    weights, rng = by_cards_left(table), new_rng(Luck(seed).number())
    found: list[Examples] = []
    results: list[Floats] = []
    for first in track(range(0, games, BATCH), title, transient=True, disable=not sys.stdout.isatty()):
        seeds = [f"{seed}/{game}" for game in range(first, min(first + BATCH, games))]
        starts = np.concatenate([Match.new(find("traxx"), players, seed=each).state for each in seeds])
        room = len(seeds) * ROUNDS * players
        examples, targets, lefts = np.zeros((room, FEATURES)), np.zeros(room), np.zeros(room, np.int64)
        results.append(np.zeros(len(seeds)))
        many = play_by_heuristic(starts, weights, rng, examples, targets, lefts, results[-1])
        found.append((examples[:many], targets[:many], lefts[:many]))
    examples, targets, lefts = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return (examples, targets, lefts), float(np.concatenate(results).mean())


def fitted(examples: Floats, targets: Floats, lefts: NDArray[np.int64]) -> Linear:
    """Return the weights that best predict the points to come, by ridge regression."""
    shares = np.stack([np.interp(range(CARDS), KNOTS, one) for one in np.eye(len(KNOTS))], axis=1)
    seen = (examples[:, :, None] * shares[lefts][:, None, :]).reshape(len(examples), -1)
    weights = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(seen.shape[1]), seen.T @ targets)
    rows = np.round(weights.reshape(FEATURES, len(KNOTS)), 3) + 0.0  # no -0.0
    return {name: row.tolist() for name, row in zip(NAMES, rows, strict=True)}


def best_table(name: str, players: int, rounds: int, games: int, seed: int) -> Linear:
    """Return the best of several fits; prints the mean score of each."""
    table: Linear = {feature: [0.0] * len(KNOTS) for feature in NAMES}
    best, most = table, -np.inf
    for number in range(rounds + 1):
        title = f"{name}, {f'fit {number}' if number else 'without weights'}"
        examples, mean = play(players, games, table, f"linear {seed}/{name}/{number}", title)
        print(f"{title}: {mean:.2f} points a game", flush=True)
        if mean > most:
            best, most = table, mean
        table = fitted(*examples)
    return best


def train(file: Path, seed: int = 1, rounds: int | None = None, games: int | None = None) -> None:
    """Train both tables and write them to a file; rounds and games are those of TABLES unless given."""
    tables = {
        name: best_table(name, players, usual_rounds if rounds is None else rounds, games or usual_games, seed)
        for name, (players, usual_rounds, usual_games) in TABLES.items()
    }
    texts = [f"{json.dumps(name)}: {{\n{_rows(table)}\n}}" for name, table in tables.items()]
    file.write_text("{\n" + ",\n".join(texts) + "\n}\n")


def _rows(table: Linear) -> str:
    return ",\n".join(f"{json.dumps(name)}: {json.dumps(list(row))}" for name, row in table.items())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    rounds = (None, "fits of each table (16 alone, 8 in a race)")
    games = (None, "games of a round (4000 alone, 2500 in a race)")
    run_script(train, __doc__, LINEAR_FILE, arguments, rounds=rounds, games=games)


if __name__ == "__main__":
    main()
