"""Exago as numbers, for learning: what actions and observations mean; actions.py and observe.py compute them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.exago.encoding.actions import CELLS, GROUPS, RADII
from parlour.games.exago.encoding.actions import action_of as action_of
from parlour.games.exago.encoding.actions import list_actions as list_actions
from parlour.games.exago.encoding.actions import move_of as move_of
from parlour.games.exago.encoding.observe import deal as deal
from parlour.games.exago.encoding.observe import observe as observe
from parlour.grid import hex_cells, hex_name


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """Return what actions and observations mean for these players and options."""
    radius = int(options["radius"])
    cells, width = int(CELLS[RADII.index(radius)]), 2 * radius + 1
    names = [hex_name(cell, radius) for cell in hex_cells(radius)]
    return Encoding(
        actions=(
            Feature("place", cells, "a tile from the hand, by the number of the cell it goes to"),
            Feature(
                "relocate",
                GROUPS * cells * cells,
                f"a tile lifted and put down elsewhere: {cells * cells} * group + {cells} * lift + target, the last "
                "two by the numbers of their cells; group is 0, or, where groups tie for largest, how many of them "
                "have a first cell before that of the group that stays (X12); with `reconnect`, groups after the move "
                "(X21)",
            ),
            Feature("pass", 1, "nothing can be moved (X14)"),
        ),
        height=width,
        width=width,
        planes=(
            Feature("tiles", players, "cells of each seat's tiles"),
            Feature("frontier", 1, "empty cells that touch a tile"),
            Feature("board", 1, "cells of the board; planes are square, the board is not"),
        ),
        vector=(
            Feature("hand", players, "tiles in each seat's hand, of 12 with two seats, else of 6"),
            Feature("turn", players, "1 for the seat to move"),
            Feature("time", 1, "moves made, of those after which the game is a draw (X18)"),
        ),
        places=(
            "A cell's column is its letter's place in the alphabet and its row its number, both counted from 0, so row "
            f"0 is at the top: {names[0]} is in row {radius} and column 0, {names[-1]} in row {radius} and column "
            f"{width - 1}. Cells are numbered by letter, then by number: {names[0]} is 0, {names[1]} is 1, {names[-1]} "
            f"is {cells - 1}."
        ),
    )
