"""Exago for two: alpha-beta with iterative deepening, and a quiescence search of threats.

The search can be paused after any node and resumed: each move from the root to the current node has a frame, and all
other state is in arrays too.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.exago.bitboard import first, single
from parlour.games.exago.bot.evaluate import PROPOSED, keep_stops, open_lines, rank, threatening_cells
from parlour.games.exago.moves.listing import MAX_MOVES, list_moves
from parlour.games.exago.moves.threats import threatens
from parlour.games.exago.rules import apply, waiting
from parlour.kernel import inner, kernel, new_rng

DEEPEST = 48  # the most moves below the root
QUIET = -6  # depth at which the quiescence search ends
FEW = 4  # the most moves tried in the quiescence search
WIN = 1_000_000  # minus the moves until then
SURE = WIN - 1000  # values from here on are proven wins


def record(*fields: tuple[str, str]) -> np.dtype[Any]:
    """Return a record type whose fields are attributes, in plain Python as well."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


# A position on the way from the root.
FRAME = record(
    ("alpha", "i8"),  # lower bound: what the seat to move can already achieve
    ("beta", "i8"),  # upper bound: what the opponent would not allow
    ("from_alpha", "i8"),  # alpha at first
    ("best", "i8"),  # the best value so far
    ("best_move", "i8"),
    ("depth", "i8"),  # remaining depth; below 1 only threats and replies to them
    ("many", "i8"),  # moves to try
    ("next", "i8"),  # the one being tried
    ("way", "i8"),  # how it is searched: REDUCED, SCOUT or WHOLE
    ("forced", "i8"),  # 1: the opponent threatens
    ("key", "u8"),
    ("before", "i8"),  # node count when this move was begun
)
REDUCED, SCOUT, WHOLE = range(3)  # reduced depth and null window; null window; full window

# An entry of the transposition table.
ENTRY = record(("key", "u8"), ("move", "i8"), ("value", "i4"), ("depth", "i2"), ("bound", "i2"))
EXACT, AT_LEAST, AT_MOST = range(1, 4)

CELL_KEYS = np.array([new_rng(cell) for cell in range(128)])  # by cell and seat
MOVER_KEYS = CELL_KEYS[0]  # no cell is bit 0

# The state of the search.
STAND = record(
    ("ply", "i8"),  # the current frame
    ("depth", "i8"),  # of this iteration
    ("nodes", "i8"),
    ("over", "i8"),  # 1: the search is complete
    ("seed", "u8"),  # of the noise
    ("noise", "i8"),  # the largest error added to an evaluation
    ("width", "i8"),  # moves tried where nothing is forced
    ("deepest", "i8"),  # iterations
    ("even", "i8"),  # 1: each move at the root gets a full window, so that all have exact values
)

# The moves at the root, best first. If all get a full window: the values of the last two complete iterations.
ROOT = record(("move", "i8"), ("value", "i8"), ("nodes", "i8"), ("last", "i8"), ("second", "i8"))


@inner
def key_of(s, mover):
    """Return the Zobrist hash of a position."""
    key = MOVER_KEYS[mover]
    for seat in range(2):
        low, high = s.tiles[2 * seat], s.tiles[2 * seat + 1]
        while low or high:
            cell = first(low, high)
            cell_low, cell_high = single(cell)
            low &= ~cell_low
            high &= ~cell_high
            key ^= CELL_KEYS[cell, seat]
    return key


@inner
def judge(s, mover, key, stand):
    """Evaluate a position for the seat to move, with noise."""
    value = 3 * open_lines(s, mover) - 2 * open_lines(s, 1 - mover)
    if stand.noise > 0:
        blur = np.int64((key >> np.uint64(24)) & np.uint64(1023)) - 512
        value += stand.noise * blur // 512
    return value


@inner
def to_front(moves, many, move):
    """Move a move to the front, if it is listed."""
    for i in range(many):
        if moves[i] == move:
            while i > 0:
                moves[i] = moves[i - 1]
                i -= 1
            moves[0] = move
            return


@inner
def list_threats(s, mover, listed, moves, scores, most):
    """List moves to cells where they may threaten, best first; return how many."""
    low, high = threatening_cells(s, mover)
    if not (low or high):
        return np.int64(0)
    many = list_moves(s, mover, listed)
    kept = 0
    for i in range(many):
        cell_low, cell_high = single((listed[i] >> 8) & 127)
        if low & cell_low or high & cell_high:
            listed[kept] = listed[i]
            kept += 1
    return np.int64(rank(s, mover, listed, kept, moves, scores, most))


@inner
def open_node(stand, ply, states, frames, moves, listed, scores, table):
    """Open a node; return whether its value is known now, as frame.best, else list its moves."""
    s = states[ply]
    frame = frames[ply]
    mover = s.turn % 2
    left = 2 * s.turn_limit - s.turn
    if left <= 0:
        frame.best = 0
        return True
    if threatens(s, mover):
        frame.best = WIN - ply - 1
        return True
    frame.from_alpha = frame.alpha
    frame.best = -WIN
    frame.best_move = -1
    frame.next = 0
    frame.forced = np.int64(threatens(s, 1 - mover))
    frame.key = key_of(s, mover) ^ stand.seed  # so that entries of earlier searches do not match
    if ply >= DEEPEST:
        frame.best = judge(s, mover, frame.key, stand)
        return True
    move = np.int64(-1)
    entry = table[np.int64(frame.key & np.uint64(table.size - 1))]
    if entry.key == frame.key and entry.bound > 0:
        move = entry.move
        if entry.depth >= frame.depth and left > DEEPEST:
            value = np.int64(entry.value)
            if value >= SURE:
                value -= ply
            elif value <= -SURE:
                value += ply
            if (
                entry.bound == EXACT
                or (entry.bound == AT_LEAST and value >= frame.beta)
                or (entry.bound == AT_MOST and value <= frame.alpha)
            ):
                frame.best = value
                return True
    if frame.forced:
        many = keep_stops(s, mover, 1 - mover, listed, list_moves(s, mover, listed))
        if many == 0:
            frame.best = ply + 2 - WIN
            return True
        frame.many = rank(s, mover, listed, many, moves[ply], scores, stand.width if frame.depth > 0 else FEW)
    elif frame.depth <= 0:
        frame.best = judge(s, mover, frame.key, stand)
        if frame.best >= frame.beta or frame.depth <= QUIET:
            return True
        frame.alpha = max(frame.alpha, frame.best)
        frame.many = list_threats(s, mover, listed, moves[ply], scores, FEW)
        if frame.many == 0:
            return True
    else:
        frame.many = rank(s, mover, listed, list_moves(s, mover, listed), moves[ply], scores, stand.width)
    to_front(moves[ply], frame.many, move)
    return False


@inner
def keep_entry(table, frame, ply):
    """Store a position in the transposition table."""
    if frame.depth <= 0 and not frame.forced:
        return
    entry = table[np.int64(frame.key & np.uint64(table.size - 1))]
    value = frame.best
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    entry.key = frame.key
    entry.move = frame.best_move
    entry.value = value
    entry.depth = frame.depth
    entry.bound = AT_LEAST if frame.best >= frame.beta else EXACT if frame.best > frame.from_alpha else AT_MOST


@inner
def first_way(frame, is_even):
    """Return the first way in which a frame's next move is searched."""
    if frame.next == 0 or frame.depth <= 0 or is_even:
        return WHOLE
    return REDUCED if frame.next >= 3 and frame.depth >= 3 and not frame.forced else SCOUT


@inner
def descend(ply, states, frames, moves):
    """Make a frame's next move."""
    frame = frames[ply]
    child = frames[ply + 1]
    states[ply + 1] = states[ply]
    s = states[ply + 1]
    apply(s, s.turn % 2, moves[ply, frame.next])
    child.depth = frame.depth if frame.forced and frame.many <= 2 else frame.depth - 1
    if frame.way == REDUCED:
        child.depth -= 1
    child.alpha = -frame.beta if frame.way == WHOLE else -frame.alpha - 1
    child.beta = -frame.alpha


@inner
def begin_iteration(stand, frames, moves, roots):
    """Start an iteration at the root, one move deeper, the best moves first."""
    stand.depth += 1
    stand.ply = 0
    for i in range(1, roots.size):  # a stable sort by value
        j = i
        while j > 0 and roots[j - 1].value < roots[j].value:
            move, value, nodes = roots[j].move, roots[j].value, roots[j].nodes
            last, second = roots[j].last, roots[j].second
            roots[j] = roots[j - 1]
            roots[j - 1].move, roots[j - 1].value, roots[j - 1].nodes = move, value, nodes
            roots[j - 1].last, roots[j - 1].second = last, second
            j -= 1
    for i in range(roots.size):
        moves[0, i] = roots[i].move
    frame = frames[0]
    frame.alpha = -WIN
    frame.beta = WIN
    frame.from_alpha = -WIN
    frame.best = -WIN
    frame.best_move = -1
    frame.depth = stand.depth
    frame.many = roots.size
    frame.next = 0
    frame.forced = 0
    frame.before = stand.nodes
    frame.way = WHOLE


@inner
def climb(stand, ply, frames, moves, roots, table):
    """Back up a known value as far as it decides the frames above; return the frame with a move to try."""
    while True:
        value = -frames[ply].best
        ply -= 1
        frame = frames[ply]
        if frame.way != WHOLE and value > frame.alpha and (frame.way == REDUCED or value < frame.beta):
            frame.way += 1
            return ply
        if ply == 0:
            root = roots[frame.next]
            root.nodes += stand.nodes - frame.before
            frame.before = stand.nodes
            root.value = value if value > frame.alpha else min(value, frame.alpha - 1)
        is_even = ply == 0 and stand.even > 0
        if value > frame.best:
            frame.best = value
            frame.best_move = moves[ply, frame.next]
            if not is_even:
                frame.alpha = max(frame.alpha, value)
        frame.next += 1
        if frame.alpha < frame.beta and frame.next < frame.many:
            frame.way = first_way(frame, is_even)
            return ply
        if ply == 0:
            is_sure = abs(frame.best) >= SURE
            if is_even:
                for i in range(roots.size):
                    roots[i].second = roots[i].last if stand.depth > 1 else roots[i].value
                    roots[i].last = roots[i].value
                    is_sure = is_sure and abs(roots[i].value) >= SURE
            if is_sure or stand.depth >= stand.deepest:
                stand.over = 1
            begin_iteration(stand, frames, moves, roots)
            return ply
        keep_entry(table, frame, ply)


@kernel
def search(stands, states, frames, moves, roots, table, budget):
    """Search this many more positions, or fewer if the search completes."""
    stand = stands[0]
    listed = np.empty(MAX_MOVES, np.int64)
    scores = np.empty(PROPOSED, np.int64)
    until = stand.nodes + budget
    while stand.nodes < until and not stand.over:
        ply = stand.ply
        descend(ply, states, frames, moves)
        ply += 1
        stand.nodes += 1
        if open_node(stand, ply, states, frames, moves, listed, scores, table):
            ply = climb(stand, ply, frames, moves, roots, table)
        else:
            frames[ply].way = WHOLE
        stand.ply = ply


@kernel
def start(stands, frames, moves, roots):
    """Begin at a root whose moves are in `roots`."""
    begin_iteration(stands[0], frames, moves, roots)


@kernel
def follow(stands, start, move, table, out):
    """Write a root move and its continuation in the transposition table; return how many moves that is."""
    work = start.copy()
    s = work[0]
    many = 0
    while many < out.size and move >= 0:
        out[many] = move
        many += 1
        apply(s, s.turn % 2, move)
        if waiting(s) == 0:
            break
        key = key_of(s, s.turn % 2) ^ stands[0].seed
        entry = table[np.int64(key & np.uint64(table.size - 1))]
        move = entry.move if entry.key == key else np.int64(-1)
    return many
