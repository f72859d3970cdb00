"""Train cell_values.json: `python -m parlour.games.cirplexed.bot.train`.

Plays many boards greedily by the current values, with one random move in each. What they still score after it is fitted
to the patterns of the boards by least squares, which gives the values for the next round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from parlour.games.cirplexed.bot.cell_values import (
    ALIKE,
    DIGITS,
    KNOTS,
    SHAPES,
    SINGLE,
    STAGES,
    THREE,
    VALUE_FILE,
    catalogue_of,
    spread,
)
from parlour.games.cirplexed.bot.selfplay import MOST_PATTERNS, play_boards, sum_up
from parlour.games.cirplexed.rules import MOST
from parlour.kernel import new_rng
from parlour.training import run_script

ROUNDS, BOARDS = 14, 9_000
KEPT = 5  # the last rounds that the values are fitted to
NOISE = 0.7  # circles of noise on the value of a move, once in a game
CALM = 5.0  # ridge penalty on large values


def every_pattern() -> list[tuple[int, int]]:
    """Return the shapes that a cell can have, each with every grade."""
    alike_by_wish: dict[tuple[bool, ...], set[int]] = {}
    for digits, alike in zip(DIGITS, ALIKE, strict=True):
        alike_by_wish.setdefault(tuple(bool(digit) for digit in digits), set()).add(int(alike))
    found = set()
    for word in range(1, STAGES**4):
        stages = [word // STAGES**k % STAGES for k in range(4)]
        for alike in alike_by_wish[tuple(SINGLE <= stage <= THREE for stage in stages)]:
            found.add(word * 64 + alike)
    return [(shape, grade) for shape in sorted(found & set(SHAPES.tolist())) for grade in range(6)]


def fitted(met: list[tuple[Any, ...]], patterns: int) -> NDArray[np.float64]:
    """Return the values that best predict what was still scored, by pattern and knot; the last row is for any board."""
    used = np.unique(np.concatenate([np.unique(rows) for rows, *_ in met]))
    used = used[used > 0]
    places = np.zeros(patterns + 1, np.int64)
    places[used] = 1 + np.arange(len(used))
    many = len(used) + 1
    squares, sums = np.zeros((many * len(KNOTS),) * 2), np.zeros(many * len(KNOTS))
    shares = spread(np.eye(len(KNOTS))).T.copy()
    for rows, sizes, lefts, targets in met:
        sum_up(len(targets), rows, sizes, lefts, targets, shares, places, squares, sums)
    found = np.linalg.solve(squares + CALM * np.eye(len(sums)), sums).reshape(len(KNOTS), many).T
    table = np.zeros((patterns + 2, len(KNOTS)))
    table[used], table[-1] = found[1:], found[0]
    return table


def train(file: Path, seed: int = 1, rounds: int = ROUNDS, boards: int = BOARDS) -> None:
    """Train the values and write them to a file; prints the mean score of each round."""
    patterns = every_pattern()
    catalogue = catalogue_of(patterns)
    table = np.zeros((len(patterns) + 2, len(KNOTS)))
    rng = new_rng(seed)
    met: list[tuple[Any, ...]] = []
    for number in track(range(rounds), "rounds", transient=True, disable=not sys.stdout.isatty()):
        rows, sizes = np.zeros((boards * MOST, MOST_PATTERNS), np.int16), np.zeros(boards * MOST, np.int64)
        lefts, targets = np.zeros(boards * MOST, np.int64), np.zeros(boards * MOST, np.float64)
        many = play_boards(catalogue, spread(table).T.copy(), rng, boards, NOISE, rows, sizes, lefts, targets)
        met = [*met[1 - KEPT :], (rows[:many].copy(), sizes[:many], lefts[:many], targets[:many])]
        table = fitted(met, len(patterns))
        print(
            f"round {number + 1}: {targets[:many][lefts[:many] == MOST - 2].mean():.3f} after the first tile",
            flush=True,
        )
    lines = [
        json.dumps([*pattern_, *np.round(row, 4).tolist()])
        for pattern_, row in zip(patterns, table[1:-1], strict=True)
        if row.any()
    ]
    board = json.dumps(np.round(table[-1], 4).tolist())
    file.write_text('{\n"board": ' + board + ',\n"patterns": [\n' + ",\n".join(lines) + "\n]}\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    rounds, boards = (ROUNDS, "fits, each to boards played by the last"), (BOARDS, "boards of a round")
    run_script(train, __doc__, VALUE_FILE, arguments, rounds=rounds, boards=boards)


if __name__ == "__main__":
    main()
