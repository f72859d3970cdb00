"""Träxx' moves as numbers, for learning: an index for every walk from either end of a line."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.traxx.rules import FIELDS, PASS, RADIUS, STEPS, entered, first_end, last_end
from parlour.grid import HEX_STEPS, hex_cells, neighbour_table
from parlour.kernel import kernel

# A walk is a sequence of up to five directions that enters no field twice: there are 3522, numbered from 1 so that a
# walk comes before its continuations; 0 is to stay. They are the same wherever a line ends:
#
#   0            pass
#   walk         the line grows like this from the end at which it is written first: its start, until it grows there
#   3522 + walk  the same from the other end
#
# A line that is only its start has one end, the first.

DIRECTIONS = len(HEX_STEPS)


def _walks():
    """Return a table: row k has the walks that continue walk k by direction (0: none), its parent and its last step."""
    found = [((), [(0, 0)])]
    for path, cells in found:
        if len(path) < STEPS:
            q, r = cells[-1]
            steps = [(k, (q + dq, r + dr)) for k, (dq, dr) in enumerate(HEX_STEPS)]
            found += [((*path, k), [*cells, cell]) for k, cell in steps if cell not in cells]
    paths = sorted(path for path, _ in found)
    number = {path: k for k, path in enumerate(paths)}
    longer = [[number.get((*path, k), 0) for k in range(DIRECTIONS)] for path in paths]
    shorter = [(number[path[:-1]], path[-1]) if path else (0, 0) for path in paths]
    return np.array(longer, np.int64), np.array(shorter, np.int64)


LONGER, SHORTER = _walks()
WALKS = len(LONGER) - 1
NEXT = neighbour_table(hex_cells(RADIUS), HEX_STEPS).astype(np.int64)  # row: field, column: direction
DIRECTION = np.zeros((FIELDS, FIELDS), np.int64)  # from a field to its neighbour
for _field in range(FIELDS):
    for _k in range(DIRECTIONS):
        if NEXT[_field, _k] >= 0:
            DIRECTION[_field, NEXT[_field, _k]] = _k


@kernel
def action_of(s, seat, move):
    """Return the action of a move, by the end that grows and the directions."""
    if move == PASS:
        return 0
    field = move >> (6 * STEPS)
    walk = 0 if field == first_end(s, seat) else WALKS
    number = 0
    for step in range(STEPS):
        following = entered(move, step)
        if following < 0:
            break
        number = LONGER[number, DIRECTION[field, following]]
        field = following
    return walk + number


@kernel
def move_of(s, seat, action):
    """Return the move of an action, following its directions from the end."""
    if action == 0:
        return np.int64(PASS)
    number, field = action, first_end(s, seat)
    if action > WALKS:
        number, field = action - WALKS, last_end(s, seat)
    directions = np.empty(STEPS, np.int64)
    many = 0
    while number > 0:
        directions[many] = SHORTER[number, 1]
        number = SHORTER[number, 0]
        many += 1
    code = field << (6 * STEPS)
    for step in range(many):
        field = NEXT[field, directions[many - 1 - step]]
        code |= (field + 1) << (6 * (STEPS - 1 - step))
    return code
