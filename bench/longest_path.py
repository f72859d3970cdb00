"""Tracktic's longest path compared with OR-Tools CP-SAT, in CPU time."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import median

import parlour
from bench.measure import Bound, Single
from parlour.games.tracktic.paths import board_of
from parlour.games.tracktic.paths.longest import path_length
from parlour.grid import SQUARE_STEPS, Cell, square_cells, square_name

SETS = 1000
GAMES = 120  # games whose final positions are measured
COMPARED = 15  # sets on which CP-SAT runs as well; both medians of a comparison use these
HARD = Path(__file__).parents[1] / "tests" / "games" / "tracktic" / "hard_paths.json"
TITLE = "Tracktic, longest path"
CP_SAT = "OR-Tools CP-SAT, path"

Cells = tuple[list[str], list[str]]  # names of own cells and of white ones

BOUNDS = (
    Bound(f"{TITLE}, 70 cells, median: ms", 1, is_most=True),
    Bound(f"{TITLE}, 70 cells, slowest of {SETS}: ms", 25, is_most=True),
    Bound(f"{TITLE}, real ends, slowest: ms", 0.5, is_most=True),
    Bound(f"{TITLE}, hard cases, slowest: ms", 100, is_most=True),
    *(
        Bound(
            f"{TITLE}, {size} cells, same sets, median: ms", 50, f"{CP_SAT} in {size} cells, median: ms", is_cost=True
        )
        for size in (45, 70)
    ),
)


def beside(cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell."""
    for dx, dy in SQUARE_STEPS:
        if 0 <= cell[0] + dx < 13 and 0 <= cell[1] + dy < 13:
            yield cell[0] + dx, cell[1] + dy


def grown(rng: random.Random, size: int, own: int) -> Cells:
    """A set grown by adding random adjacent cells; `own` of them, chosen at random, are own cells."""
    cells = [rng.choice(square_cells(13, 13))]
    while len(cells) < size:
        cells.append(rng.choice(sorted({near for cell in cells for near in beside(cell)} - set(cells))))
    names = [square_name(cell) for cell in cells]
    rng.shuffle(names)
    return names[:own], names[own:]


def hard_cases() -> list[Cells]:
    """The hardest sets that a search for hard cases found."""
    return [(case["own"].split(), case["white"].split()) for case in json.loads(HARD.read_text(encoding="utf-8"))]


def spent(work: Callable[..., object], *arguments: object) -> float:
    """CPU milliseconds of a call: the faster of two runs, because the first has cold caches."""
    times = []
    for _ in range(2):
        start = time.process_time()
        work(*arguments)
        times.append(1000 * (time.process_time() - start))
    return min(times)


def ours(sets: Sequence[Cells]) -> list[float]:
    """CPU milliseconds of the kernel for each set."""
    return [spent(path_length, board_of(*cells)) for cells in sets]


@cache
def grown_sets(size: int) -> list[Cells]:
    """The same sets in each round."""
    rng = random.Random(size)
    return [grown(rng, size, size // 2) for _ in range(SETS)]


@cache
def end_sets(games: int) -> list[Cells]:
    """The cells of each seat at the end of real games, with every number of seats and kind of deck."""
    sets = []
    for game in range(games):
        match = parlour.new("tracktic", 2 + game % 3, seed=game, deck=("standard", "long")[game // 3 % 2])
        bot = parlour.bot("tracktic", ("random", "greedy")[game % 2], seed=game)
        while match.waiting:
            match.play(match.waiting[0], bot.choose(match, match.waiting[0]))
        pieces = match.view(None)["board"]["pieces"].items()
        white = [cell for cell, piece in pieces if piece["colour"] == "white"]
        sets += [([cell for cell, piece in pieces if piece["seat"] == seat], white) for seat in range(match.players)]
    return sets


def singles() -> list[Single]:
    """The figures that the bounds use."""
    from bench import cpsat_path

    def cp_sat(size: int) -> float:
        return median(spent(cpsat_path.solve, *cells) for cells in grown_sets(size)[:COMPARED])

    def same_sets(size: int) -> float:
        return median(ours(grown_sets(size)[:COMPARED]))

    return [
        Single(f"{TITLE}, 45 cells, median: ms", lambda: median(ours(grown_sets(45)))),
        Single(f"{TITLE}, 70 cells, median: ms", lambda: median(ours(grown_sets(70)))),
        Single(f"{TITLE}, 70 cells, slowest of {SETS}: ms", lambda: max(ours(grown_sets(70)))),
        Single(f"{TITLE}, real ends, slowest: ms", lambda: max(ours(end_sets(GAMES)))),
        Single(f"{TITLE}, hard cases, slowest: ms", lambda: max(ours(hard_cases()))),
        Single(f"{TITLE}, 45 cells, same sets, median: ms", lambda: same_sets(45)),
        Single(f"{TITLE}, 70 cells, same sets, median: ms", lambda: same_sets(70)),
        Single(f"{CP_SAT} in 45 cells, median: ms", lambda: cp_sat(45)),
        Single(f"{CP_SAT} in 70 cells, median: ms", lambda: cp_sat(70)),
    ]
