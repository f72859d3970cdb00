"""Exago's moves as numbers, for learning."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from parlour.games.exago.bitboard import cell_bit, first, largest_groups, loose_tiles, next_largest, single, size
from parlour.games.exago.moves.listing import BEFORE, FORM, LIFT, OTHER, PASS, PASSING, TARGET, list_in_form
from parlour.games.exago.moves.threats import to_block
from parlour.grid import hex_cells
from parlour.kernel import inner, kernel, number_moves

# Actions, on a board of C cells (91, or 61 with radius 4), each cell by its number in order:
#
#   target                            a tile from the hand
#   C + C * lift + target             a tile lifted and put down elsewhere; where groups tie for largest, the first
#   C + C * C * k + C * lift + target     of them stays, or the one after k others (X12). There are at most three.
#   C + 3 * C * C                     pass

RADII = (4, 5)
GROUPS = 3
CELLS = np.array([len(hex_cells(radius)) for radius in RADII], np.int64)
ACTIONS = np.zeros((2, *FORM), np.int64)  # the form, by board; a tile from the hand or a group adds nothing
BITS = np.zeros((2, 91), np.int64)  # of each cell
for _board, _radius in enumerate(RADII):
    for _number, (_q, _r) in enumerate(hex_cells(_radius)):
        _bit = cell_bit(_q, _r)
        ACTIONS[_board, TARGET, _bit] = _number
        ACTIONS[_board, LIFT, _bit] = CELLS[_board] * (1 + _number)
        BITS[_board, _number] = _bit
    ACTIONS[_board, OTHER, BEFORE] = CELLS[_board] ** 2
    ACTIONS[_board, OTHER, PASSING] = CELLS[_board] * (1 + GROUPS * CELLS[_board])


@inner
def left_by(s, lift, target):
    """Return the tiles to look for groups in when one is lifted; with X21 they include the moved tile."""
    low, high = single(lift)
    low, high = s.occupied[0] & ~low, s.occupied[1] & ~high
    if s.reconnect:
        target_low, target_high = single(target)
        return low | target_low, high | target_high
    return low, high


@inner
def group_number(s, lift, target, group):
    """Return how many tied groups come before the one that begins at this cell."""
    rest_low, rest_high = left_by(s, lift, target)
    most, many = largest_groups(rest_low, rest_high)
    for number in range(many):
        low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
        if first(low, high) == group:
            return number
    return 0


@kernel
def action_of(s, seat, move):
    """Return the action of a move, by its cells alone."""
    form = ACTIONS[s.radius - 4]
    if move == PASS:
        return form[OTHER, PASSING]
    lift, target = move >> 15, (move >> 8) & 127
    action = form[LIFT, lift] + form[TARGET, target]
    if move & 1:
        action += form[OTHER, BEFORE] * group_number(s, lift, target, (move >> 1) & 127)
    return action


@kernel
def list_actions(s, seat, moves, out):
    """List actions directly; where X16 must try the moves, convert their codes instead."""
    if to_block(s, seat):
        return number_moves(s, seat, moves, out)
    return list_in_form(s, seat, ACTIONS[s.radius - 4], out)


@kernel
def move_of(s, seat, action):
    """Return the move of an action; its code also says which group stays, and whether others tie with it."""
    board = s.radius - 4
    cells = CELLS[board]
    if action == ACTIONS[board, OTHER, PASSING]:
        return np.int64(PASS)
    if action < cells:
        return BITS[board, action] << 8
    place = action - cells
    lift, target = BITS[board, place // cells % cells], BITS[board, place % cells]
    code = lift << 15 | target << 8
    loose_low, loose_high = loose_tiles(s.occupied[0], s.occupied[1])
    lift_low, lift_high = single(lift)
    if not (loose_low & lift_low or loose_high & lift_high):
        return code
    rest_low, rest_high = left_by(s, lift, target)
    most, many = largest_groups(rest_low, rest_high)
    if most == size(rest_low, rest_high):
        return code
    low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
    for _ in range(place // (cells * cells)):
        low, high, rest_low, rest_high = next_largest(rest_low, rest_high, most)
    return code | np.int64(first(low, high)) << 1 | np.int64(many > 1)
