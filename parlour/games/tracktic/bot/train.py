"""Train coefficients.json: `python -m parlour.games.tracktic.bot.train`.

Plays games by the current coefficients. At one position of each, the best moves by the heuristic are compared: each is
played to the end several times, with the same orders of the cards. The differences between their leads are fitted to
the features of heuristic.py by least squares, which gives the coefficients for the next round. With two seats the lead
counts, with more the own path.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from parlour.errors import ParlourError
from parlour.games import find
from parlour.games.tracktic.bot.coefficients import FILE, NAMES
from parlour.games.tracktic.bot.selfplay import COMPARED, compare_moves
from parlour.kernel import new_rng
from parlour.luck import Luck
from parlour.match import Match
from parlour.training import run_script

ROUNDS, GAMES = 6, 1_000
SEATS = {"two": (2,), "more": (3, 4)}  # each row is trained with these numbers of seats in turn
BATCH = 20  # games between two progress reports
RIDGE = 50.0  # ridge penalty towards the coefficients of the round before

Floats = NDArray[np.float64]


def compared(row: str, games: int, coefficients: Floats, seed: str, title: str) -> tuple[Floats, Floats]:
    """Return the features and leads of moves, both relative to the mean of their position."""
    rng, found = new_rng(Luck(seed).number()), []
    for first in track(range(0, games, BATCH), title, transient=True, disable=not sys.stdout.isatty()):
        numbers = range(first, min(first + BATCH, games))
        seats = [SEATS[row][number % len(SEATS[row])] for number in numbers]
        matches = [Match.new(find("tracktic"), k, seed=f"{seed}/{n}") for n, k in zip(numbers, seats, strict=True)]
        room = COMPARED * len(matches)
        looks, margins, groups = np.zeros((room, len(NAMES))), np.zeros(room), np.zeros(room, np.int64)
        starts = np.concatenate([match.state for match in matches])
        many = compare_moves(starts, coefficients, rng, looks, margins, groups)
        found.append((looks[:many], margins[:many], groups[:many] + first))
    looks, margins, groups = (np.concatenate(parts) for parts in zip(*found, strict=True))
    if len(margins) == 0:
        raise ParlourError("no game had a position with moves to compare: play more games")
    for group in np.unique(groups):
        looks[groups == group] -= looks[groups == group].mean(axis=0)
        margins[groups == group] -= margins[groups == group].mean()
    return looks, margins


def fitted(looks: Floats, margins: Floats, before: Floats) -> Floats:
    """Return the coefficients that best predict the leads, regularised towards those before."""
    missed = margins - looks @ before
    step = np.linalg.solve(looks.T @ looks + RIDGE * np.eye(len(before)), looks.T @ missed)
    return np.asarray(np.round(before + step, 2) + 0.0, np.float64)  # no -0.0


def error(looks: Floats, margins: Floats, coefficients: Floats) -> float:
    """Return the error of the coefficients, in pieces."""
    return float(np.sqrt(np.mean((margins - looks @ coefficients) ** 2)))


def train(file: Path, seed: int = 1, rounds: int = ROUNDS, games: int = GAMES) -> None:
    """Train both rows and write them to a file; prints the error of each round."""
    rows = []
    for row in SEATS:
        coefficients: Floats = np.zeros(len(NAMES))
        coefficients[NAMES.index("length")] = 1.0
        for number in range(1, rounds + 1):
            title = f"{row} seats, round {number}"
            looks, margins = compared(row, games, coefficients, f"coefficients {seed}/{row}/{number}", title)
            before, coefficients = coefficients, fitted(looks, margins, coefficients)
            was, now = error(looks, margins, before), error(looks, margins, coefficients)
            print(f"{title}: {len(margins)} moves, off by {was:.2f} pieces before and {now:.2f} after", flush=True)
        rows.append(f"{json.dumps(row)}: {json.dumps(dict(zip(NAMES, coefficients.tolist(), strict=True)))}")
    file.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    rounds, games = (ROUNDS, "fits, each to games played by the last"), (GAMES, "games of a round")
    run_script(train, __doc__, FILE, arguments, rounds=rounds, games=games)


if __name__ == "__main__":
    main()
