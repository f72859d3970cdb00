"""Cirplexed! as numbers, for learning: what actions and observations mean; actions.py and observe.py compute them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.cirplexed.encoding.actions import action_of as action_of
from parlour.games.cirplexed.encoding.actions import move_of as move_of
from parlour.games.cirplexed.encoding.observe import COLOURS, CORNERS, QUARTERS
from parlour.games.cirplexed.encoding.observe import deal as deal
from parlour.games.cirplexed.encoding.observe import observe as observe
from parlour.games.cirplexed.rules import MOST, SCORE_NAMES, TILES, tiles_each
from parlour.games.cirplexed.tiles import COLOURS as NAMES


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """Return what actions and observations mean for these players and options."""
    width = int(tiles_each(players)) + 1
    around, colours = "clockwise from the top left", ", ".join(NAMES)
    return Encoding(
        actions=(
            Feature(
                "lay",
                8 * width * width,
                f"{width * width} * (4 * slot + rotation) + {width} * row + column: slot 0 is the tile in hand that is "
                "first in the alphabet; rotation counts quarter turns clockwise",
            ),
        ),
        height=width,
        width=width,
        planes=(
            Feature("own", QUARTERS, f"own tiles: for each corner, {around}, a plane for each colour: {colours}"),
            Feature("frontier", 1, "empty cells beside an own tile"),
            Feature(
                "others",
                CORNERS * (players - 1),
                f"the others' tiles of closed rounds: for each seat the colour at each corner, {around}, as a number "
                "from 1, in the same order; 0: no tile",
                most=COLOURS,
            ),
        ),
        vector=(
            Feature("hand", 2 * QUARTERS, f"the tiles in hand, by slot: for each corner, {around}, 1 for its colour"),
            Feature("unseen", len(TILES), "1 for each tile, in alphabetic order, that this seat has not seen"),
            Feature("rounds", 1, f"tiles of closed rounds on each board, of {int(tiles_each(players))}"),
            Feature("chosen", players, "tiles that each seat has laid in the open round, by two"),
            *(
                Feature(name, players, f"{name.replace('_', ' ')} of each seat, by {MOST}", most=4)
                for name in SCORE_NAMES
            ),
        ),
        places=(
            "A board has no edge, so a plane closes upon itself: with W columns and H = W // 2, the cell x,y is in "
            "column (x + H) mod W and row (y + H) mod W. y grows upward, so row 0 is below; the start tile is in row H "
            "and column H. While there is a tile to lay, no two cells with a tile or beside one share a place."
        ),
    )
