"""Träxx as numbers, for learning: what actions and observations mean; actions.py and observe.py compute them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.traxx.encoding.actions import WALKS
from parlour.games.traxx.encoding.actions import action_of as action_of
from parlour.games.traxx.encoding.actions import move_of as move_of
from parlour.games.traxx.encoding.observe import TOTAL, WIDTH
from parlour.games.traxx.encoding.observe import deal as deal
from parlour.games.traxx.encoding.observe import observe as observe
from parlour.games.traxx.rules import CARDS, COLOURS, FIELDS, STEPS
from parlour.games.traxx.sheets import COLOURS as NAMES


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """Return what actions and observations mean for these players and options."""
    colours = ", ".join(NAMES)
    order = (
        "by its place among all walks of one to five steps that would enter no field twice on a sheet without an edge, "
        "each written as its directions and sorted like words: 0, 00, 000, 0000, 00000, 00001, ..."
    )
    return Encoding(
        actions=(
            Feature("pass", 1, "the line does not grow (T9)"),
            Feature("first", WALKS, f"how the line grows from the end in the plane `first`: {order}"),
            Feature("last", WALKS, "the same from the end in the plane `last`; a line that is only its start has none"),
        ),
        height=WIDTH,
        width=WIDTH,
        planes=(
            Feature("board", 1, "fields of the sheet; planes are square, the sheet is not"),
            Feature("colour", COLOURS, f"fields of each colour: {colours}"),
            Feature("number", 1, "the number on a field", most=10),
            Feature("worth", 1, "points for the number on a field, if it is reached next (T11, T13)", most=10),
            Feature("card", 1, "patches in a field's colour on the card that is turned up", most=STEPS),
            Feature("line", players, "fields that each seat's line has reached"),
            Feature("first", players, "the end of each seat's line at which it is written first"),
            Feature("last", players, "the other end; the same while the line is only its start"),
        ),
        vector=(
            Feature("card", COLOURS, "patches of each colour, as above, on the card that is turned up, of five"),
            Feature("to_come", CARDS, "1 for each card, in the order of the sheet's `cards`, that is still to come"),
            Feature("patches", COLOURS, "patches of each colour on the cards to come, by fifteen", most=STEPS),
            Feature("rounds", 1, "rounds closed, of fifteen"),
            Feature("chosen", players, "1 for each seat that has chosen in the open round"),
            Feature("reached", players, "fields that each seat has reached, of 61"),
            Feature("points", players, f"points that each seat has for numbers, of {TOTAL}"),
        ),
        places=(
            "A field's column is its letter's place in the alphabet and its row its number, both counted from 0, so "
            "row 0 is at the top: a5 is in row 4 and column 0, i1 in row 0 and column 8. Directions go round a field: "
            "from e5, 0 leads to f5, 1 to e6, 2 to d6, 3 to d5, 4 to e4, 5 to f4."
        ),
        scores=(1 - FIELDS, TOTAL),  # only the start reached; every field, and every number in full (T13, T14)
    )
