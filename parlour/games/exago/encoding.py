"""Exago in numbers, for learning: what actions and observations mean; numbering.py makes them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.exago.numbering import CELLS, GROUPS, RADII
from parlour.games.exago.numbering import action_of as action_of
from parlour.games.exago.numbering import deal as deal
from parlour.games.exago.numbering import move_of as move_of
from parlour.games.exago.numbering import observe as observe


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """What the numbers mean at such a table."""
    radius = int(options["radius"])
    cells, width = int(CELLS[RADII.index(radius)]), 2 * radius + 1
    return Encoding(
        actions=(
            Feature("place", cells, "a tile from the hand, by the cell it goes to"),
            Feature(
                "relocate",
                GROUPS * cells * cells,
                f"a tile lifted and put down elsewhere: {cells * cells} * group + {cells} * lift + target, with group "
                "0, or the number of the group that stays among those that tie for largest, in order (X12)",
            ),
            Feature("pass", 1, "nothing can be moved (X14)"),
        ),
        height=width,
        width=width,
        planes=(
            Feature("tiles", players, "cells of each seat's tiles"),
            Feature("frontier", 1, "empty cells that touch a tile"),
            Feature("board", 1, "cells there are: planes are square, the board is not"),
        ),
        vector=(
            Feature("hand", players, "tiles in each seat's hand, of 12 with two seats, else of 6"),
            Feature("turn", players, "1 for the seat to move"),
            Feature("time", 1, "moves made, of those after which the game is a draw (X18)"),
        ),
    )
