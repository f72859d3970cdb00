"""Tracktic as numbers, for learning: what actions and observations mean; actions.py and observe.py compute them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.tracktic.board.bitboard import FIRST_FORM, FLIP, KINDS
from parlour.games.tracktic.board.pieces import SHAPES
from parlour.games.tracktic.encoding.actions import FIRST, MANY, SIDES, WIDTH
from parlour.games.tracktic.encoding.actions import action_of as action_of
from parlour.games.tracktic.encoding.actions import move_of as move_of
from parlour.games.tracktic.encoding.observe import COPIES
from parlour.games.tracktic.encoding.observe import deal as deal
from parlour.games.tracktic.encoding.observe import observe as observe
from parlour.games.tracktic.rules import COLOURS, DECKS


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """Return what actions and observations mean for these players and options."""
    width, deck = int(WIDTH[1 if players == 2 else 0]), DECKS.index(options["deck"])
    forms, colours = int(MANY[deck]), 2 if players == 2 else COLOURS
    kinds = ", ".join(KINDS)
    firsts = [f"{KINDS[kind]} {FIRST_FORM[kind] - FIRST[deck]}" for kind in range(FLIP) if COPIES[deck, kind]]
    how = f"{width * width} * form + {width} * row + column"
    return Encoding(
        actions=(
            Feature("lay", width * width * forms, f"{how}: a pattern, by its form and its first cell in order"),
            Feature(
                "flip",
                width * width * SIDES,
                f"{how}: a Flip card, by the new cell; form 0: it is to the north of the piece that is turned, 1: to "
                "the east, 2: to the south, 3: to the west",
            ),
            Feature("skip", 1, "out for the rest of the game (K20)"),
        ),
        height=width,
        width=width,
        planes=(
            Feature("pieces", colours, "pieces of each colour; with three seats, of the colour that nobody plays last"),
            Feature("white", 1, "pieces that have been turned to white"),
            Feature("touched", 1, "cells beside a piece from which this seat can build (K11)"),
            Feature("tabs", SIDES, "pieces with a tab to the north, east, south, west; none with plain pieces"),
        ),
        vector=(
            Feature("face_up", len(KINDS), f"cards face up of each kind, of four: {kinds}"),
            Feature("to_come", len(KINDS), "cards of each kind not yet turned up, of those in the deck at first"),
            Feature(
                "rack",
                SHAPES * players,
                "for each seat six numbers: pieces left with no tab, one, two adjacent, two opposite, three, four, of "
                "those at first; with plain pieces the first number is for all",
            ),
            Feature("tokens", players, "tokens that each seat has left, of two"),
            Feature("skipped", players, "1 for each seat that has skipped"),
            Feature("turn", players, "1 for the seat to act"),
            Feature("deck", 1, "cards turned up, of forty"),
        ),
        places=(
            "Columns go by letter and rows by number from a1 on, with two seats from c3 on, which is in row 0 and "
            "column 0: row 0 is at the bottom. Cells in order go by letter, then by number. The forms of a pattern are "
            "the different ways to turn and mirror it. Write each as the list of its cells in order, a cell as its "
            "column and its row from the lower left corner of the rectangle around them, and sort these lists: of I3 "
            "the upright one (00 01 02) comes before the one that lies (00 10 20). The first form of each pattern: "
            f"{', '.join(firsts)}."
        ),
    )
