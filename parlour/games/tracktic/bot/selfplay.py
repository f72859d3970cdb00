"""Self-play that Tracktic's bots learn from: it compares moves of a position by playing games to their end."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.tracktic.board.bitboard import CELLS, both, size
from parlour.games.tracktic.board.placement import COLOURS, ground
from parlour.games.tracktic.bot.heuristic import (
    cells_of,
    position_value,
    take_best,
    turns_left,
    ways_of_others,
    weigh,
)
from parlour.games.tracktic.bot.playouts import ends_of
from parlour.games.tracktic.paths.longest import path_cells
from parlour.games.tracktic.rules import CARDS, MAX_MOVES, NONE, SKIP, apply, mark_cells, parts, redeal
from parlour.kernel import below, inner, kernel

COMPARED = 6  # moves of a position
FUTURES = 6  # games of a move


@inner
def list_best(s: Any, seat: Any, coefficients: Any, path: Any, length: Any, most: Any, out: Any) -> Any:
    """Fill out with the best moves by the heuristic for a seat with this path; return how many there are."""
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
    """Play the best moves by the heuristic for some moves or to the end; fill in the lengths of all paths then."""
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
    """Fill in the features after a seat's move: the heuristic's value with one coefficient 1 and all others 0."""
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
    """Play games and compare moves at one position of each; fill in their features, their leads and their games.

    Returns how many moves there are.
    """
    board, path = np.empty(CELLS, np.int8), np.empty(CELLS, np.int16)
    moves, lengths = np.empty(COMPARED, np.int64), np.empty(COLOURS, np.int64)
    seeds, luck = np.empty((FUTURES, 2), np.uint64), np.empty(2, np.uint64)
    work, trial = starts[:1].copy(), starts[:1].copy()  # outside the loop: a record does not keep its array alive
    found = 0
    for game in range(starts.size):
        work[0] = starts[game]
        s = work[0]
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
