"""How coefficients.json is made: `python -m parlour.games.tracktic.bot.train`.

Games are played by the coefficients found so far. At one position of each, the moves that seem best are compared: every
one of them is played to the end several times, with the same orders of the cards. How far such moves lead more than
others of their position is laid out over what heuristic.py looks at, by least squares, which gives the coefficients for
the next round. With two seats a lead counts, with more the own path.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from parlour.errors import ParlourError
from parlour.games import find
from parlour.games.tracktic.board.bitboard import CELLS, both, size
from parlour.games.tracktic.board.placement import COLOURS, ground
from parlour.games.tracktic.bot.coefficients import FILE, NAMES
from parlour.games.tracktic.bot.heuristic import (
    cells_of,
    position_value,
    take_best,
    turns_left,
    ways_of_others,
    weigh,
)
from parlour.games.tracktic.bot.playouts import ends_of
from parlour.games.tracktic.paths.blocks import path_cells
from parlour.games.tracktic.rules import CARDS, MAX_MOVES, NONE, SKIP, apply, mark_cells, parts, redeal
from parlour.kernel import below, inner, kernel, new_rng
from parlour.luck import Luck
from parlour.match import Match

ROUNDS, GAMES = 6, 1_000
SEATS = {"two": (2,), "more": (3, 4)}  # games of each row are dealt to these numbers of seats in turn
COMPARED = 6  # moves of a position
FUTURES = 6  # games of a move
AT_ONCE = 20  # games between two looks at how far it is
RIDGE = 50.0  # squares by which coefficients are held to those of the round before

Floats = NDArray[np.float64]


@inner
def list_best(s: Any, seat: Any, coefficients: Any, path: Any, length: Any, most: Any, out: Any) -> Any:
    """Fill out with the moves that seem best to a seat with this path, at most so many; how many they are."""
    usable, codes, weights = np.zeros(CELLS + 1, np.int8), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    land = ground(s, seat)
    mark_cells(s, seat, usable)
    for k in range(length):
        usable[path[k]] = 0
    first, last = ends_of(path, length)
    n = weigh(s, seat, land, first, last, usable, ways_of_others(s, seat), coefficients, codes, weights)
    return take_best(s, seat, land, codes, weights, n, most, out)


@kernel
def play_on(s: Any, coefficients: Any, plies: Any, lengths: Any) -> None:
    """Let every seat make the move that seems best, so many times or to the end; the lengths of all paths then."""
    board, path, choice = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16), np.empty(1, np.int64)
    while s.to_act != NONE and plies > 0:
        seat = np.int64(s.to_act)
        mark_cells(s, seat, board)
        length = path_cells(board, path)
        list_best(s, seat, coefficients, path, length, 1, choice)
        apply(s, seat, choice[0])
        plies -= 1
    for other in range(s.players):
        mark_cells(s, other, board)
        lengths[other] = path_cells(board, path)


@inner
def describe(s: Any, seat: Any, move: Any, turns: Any, theirs: Any, out: Any) -> None:
    """What heuristic.py looks at when a seat has made a move: its value where one thing counts 1 and all others 0."""
    board, path, one = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16), np.zeros(out.size)
    mark_cells(s, seat, board)
    length = path_cells(board, path)
    first, last = ends_of(path, length)
    closed = 0
    if move != SKIP:
        form, anchor, _ = parts(move)
        closed = size(both(cells_of(form, anchor), theirs))
    for k in range(out.size):
        one[:] = 0.0
        one[k] = 1.0
        out[k] = position_value(s, seat, turns, length, first, last, closed, one)


@kernel
def compare_moves(starts: Any, coefficients: Any, rng: Any, looks: Any, margins: Any, groups: Any) -> Any:
    """Play games and compare moves at one position of each; fill in what they look like, how far they lead and in
    which game it was; how many moves there are.
    """
    board, path = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16)
    moves, lengths = np.empty(COMPARED, np.int64), np.empty(COLOURS, np.int64)
    seeds, luck = np.empty((FUTURES, 2), np.uint64), np.empty(2, np.uint64)
    found = 0
    for game in range(starts.size):
        work = starts[game : game + 1].copy()
        trial, s = work.copy(), work[0]
        play_on(s, coefficients, below(rng, CARDS), lengths)
        if s.to_act == NONE:
            continue
        seat, players = np.int64(s.to_act), np.int64(s.players)
        mark_cells(s, seat, board)
        length = path_cells(board, path)
        many = list_best(s, seat, coefficients, path, length, COMPARED, moves)
        if many == 1:
            continue
        turns, theirs = turns_left(s), ways_of_others(s, seat)
        for k in range(FUTURES):
            below(rng, 2)
            seeds[k] = rng
        for i in range(many):
            total = 0
            for k in range(FUTURES):
                trial[0] = s
                luck[:] = seeds[k]
                redeal(trial[0], seat, luck)
                apply(trial[0], seat, moves[i])
                if k == 0:
                    describe(trial[0], seat, moves[i], turns, theirs, looks[found])
                play_on(trial[0], coefficients, CARDS * COLOURS, lengths)
                total += lengths[seat] - (lengths[1 - seat] if players == 2 else 0)
            margins[found], groups[found] = total / FUTURES, game
            found += 1
    return found


def compared(row: str, games: int, coefficients: Floats, seed: str, title: str) -> tuple[Floats, Floats]:
    """What moves look like and how far they lead, both less the mean of their position."""
    rng, found = new_rng(Luck(seed).number()), []
    for first in track(range(0, games, AT_ONCE), title, transient=True, disable=not sys.stdout.isatty()):
        numbers = range(first, min(first + AT_ONCE, games))
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
    """The coefficients that tell best how far moves lead, held a little to those before."""
    missed = margins - looks @ before
    step = np.linalg.solve(looks.T @ looks + RIDGE * np.eye(len(before)), looks.T @ missed)
    return np.asarray(np.round(before + step, 2) + 0.0, np.float64)  # no -0.0


def error(looks: Floats, margins: Floats, coefficients: Floats) -> float:
    """How many pieces the coefficients are off by."""
    return float(np.sqrt(np.mean((margins - looks @ coefficients) ** 2)))


def train(file: Path, seed: int = 1, rounds: int = ROUNDS, games: int = GAMES) -> None:
    """Find both rows and write them down; prints how well each round told how far moves lead."""
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
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"fits, each to games played by the last ({ROUNDS})")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a round ({GAMES})")
    parser.add_argument("--seed", type=int, default=1, help="decides all games (1)")
    parser.add_argument("--out", type=Path, default=FILE, help="where they go (coefficients.json beside this)")
    given = parser.parse_args(arguments)
    train(given.out, given.seed, given.rounds, given.games)


if __name__ == "__main__":
    main()
