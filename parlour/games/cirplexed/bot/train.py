"""How cell_values.json is made: `python -m parlour.games.cirplexed.bot.train`.

Many boards are played by what promises most, with one random move in each. What was still made after it is laid out
over the patterns of the boards by least squares, which gives the values for the next round.
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

from parlour.bandit import largest
from parlour.games.cirplexed.bot.cell_values import (
    ALIKE,
    DIGITS,
    EDGE,
    EDGES,
    KNOTS,
    ROOM,
    SCORE,
    SHAPES,
    SHIFT,
    SINGLE,
    STAGES,
    THREE,
    TILE,
    VALUE_FILE,
    WORDS,
    add_supply,
    begin_supply,
    catalogue_of,
    lay,
    pattern,
    put,
    span,
    spread,
)
from parlour.games.cirplexed.bot.search import list_gains
from parlour.games.cirplexed.rules import ANY, CENTRE, MAX_MOVES, MOST, TILES, draw
from parlour.kernel import below, inner, kernel, new_rng
from parlour.training import run_script

ROUNDS, BOARDS = 14, 9_000
KEPT = 5  # rounds from which the pattern_values are found
MOST_PATTERNS = 96  # on a board
NOISE = 0.7  # circles that a move may seem better or worse, once in a game
CALM = 5.0  # how much is held against large pattern_values


@inner
def list_patterns(points: Any, cells: Any, edge: Any, size: Any, supply: Any, catalogue: Any, row: Any) -> Any:
    """Fill in the patterns of a board; how many there are."""
    n = 0
    first, end = span(edge, size)
    for cell in range(first, end):
        if cells[cell] != TILE:
            number = pattern(points, cell, supply, catalogue)
            if number > 0:
                row[n] = number
                n += 1
    return n


@kernel
def play_boards(
    catalogue: Any,
    pattern_values: Any,
    rng: Any,
    boards: Any,
    noise: Any,
    rows: Any,
    sizes: Any,
    lefts: Any,
    targets: Any,
) -> Any:
    """Play so many boards; fill in those met after the random move and what was still made then; how many they are."""
    points, cells, edge = np.zeros(ROOM, np.int16), np.zeros(ROOM, np.int8), np.empty(EDGES, np.int64)
    pool, supply = np.empty(len(TILES), np.int64), np.empty(WORDS, np.int16)
    hand, made = np.empty(2, np.int64), np.empty(MOST, np.float64)
    codes, gains = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES, np.float64)
    score = SCORE[ANY]
    met = 0
    for _ in range(boards):
        points[:], cells[:] = 0, 0
        begin_supply(supply)
        in_pool = len(TILES)
        for tile in range(in_pool):
            pool[tile] = tile
            add_supply(supply, tile, 1)
        others = 1 + below(rng, 3)  # who show a tile each round, too
        edge[0], cells[CENTRE + SHIFT] = CENTRE + SHIFT, EDGE
        start = draw(pool, in_pool, rng)
        size = put(points, cells, edge, 1, CENTRE + SHIFT, 4 * start)
        add_supply(supply, start, -1)
        in_pool -= 1
        for slot in range(2):
            hand[slot] = draw(pool, in_pool, rng)
            add_supply(supply, hand[slot], -1)
            in_pool -= 1
        held, odd = 2, max(0, below(rng, MOST + 3) - 5)
        for left in range(MOST - 2, -1, -1):
            step = MOST - 2 - left
            n = list_gains(
                points, cells, edge, size, hand, held, supply, catalogue, pattern_values[left], score, codes, gains
            )
            if step == odd:
                for i in range(n):
                    gains[i] += noise * (below(rng, 2001) - 1000) / 1000.0
            move = codes[largest(gains, n)]
            size, made[step] = lay(points, cells, edge, size, move, 0.0, score)
            if step >= odd and left > 0:
                sizes[met] = list_patterns(points, cells, edge, size, supply, catalogue, rows[met])
                lefts[met] = left
                met += 1
            slot = 0 if hand[0] == move >> 13 else 1
            if left >= 2:
                hand[slot] = draw(pool, in_pool, rng)
                add_supply(supply, hand[slot], -1)
                in_pool -= 1
                for _other in range(others):
                    add_supply(supply, draw(pool, in_pool, rng), -1)
                    in_pool -= 1
            else:
                hand[slot], held = hand[1], 1
        still = 0.0
        for step in range(MOST - 2, odd, -1):
            still += made[step]
            targets[met - 1 - (MOST - 2 - step)] = still
    return met


@kernel
def sum_up(
    met: Any, rows: Any, sizes: Any, lefts: Any, targets: Any, shares: Any, places: Any, squares: Any, sums: Any
) -> None:
    """Enter boards into the equations; unknowns are by knot, then by the place of a pattern, 0 for any board."""
    many = len(sums) // shares.shape[1]
    counts = np.zeros(many, np.int64)
    where, weights = np.empty(2 * MOST_PATTERNS + 2, np.int64), np.empty(2 * MOST_PATTERNS + 2, np.float64)
    for i in range(met):
        n = 0
        for j in range(sizes[i]):
            counts[places[rows[i, j]]] += 1
        counts[0] = 1
        for j in range(sizes[i] + 1):
            place = places[rows[i, j]] if j < sizes[i] else 0
            if counts[place] == 0:
                continue
            for knot in range(shares.shape[1]):
                if shares[lefts[i], knot] > 0.0:
                    where[n], weights[n] = knot * many + place, shares[lefts[i], knot] * counts[place]
                    n += 1
            counts[place] = 0
        for j in range(n):
            sums[where[j]] += weights[j] * targets[i]
            for k in range(n):
                squares[where[j], where[k]] += weights[j] * weights[k]


def every_pattern() -> list[tuple[int, int]]:
    """The shapes that a cell can have, each with every grade."""
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
    """By pattern and knot, the pattern_values that tell best what was still made; the last row is for any board."""
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
    """Find pattern_values and write them down; prints how much was made each round."""
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
    """The command."""
    rounds, boards = (ROUNDS, "fits, each to boards played by the last"), (BOARDS, "boards of a round")
    run_script(train, __doc__, VALUE_FILE, arguments, rounds=rounds, boards=boards)


if __name__ == "__main__":
    main()
