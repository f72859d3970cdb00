"""Tracktic in numbers, for learning: what actions and observations mean; numbering.py makes them."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.game import Encoding, Feature, Json
from parlour.games.tracktic.cells import KINDS
from parlour.games.tracktic.numbering import MANY, SIDES, WIDTH
from parlour.games.tracktic.numbering import action_of as action_of
from parlour.games.tracktic.numbering import deal as deal
from parlour.games.tracktic.numbering import move_of as move_of
from parlour.games.tracktic.numbering import observe as observe
from parlour.games.tracktic.pieces import SHAPES
from parlour.games.tracktic.rules import COLOURS, DECKS


def describe(players: int, options: Mapping[str, Json]) -> Encoding:
    """What the numbers mean at such a table."""
    width, deck = int(WIDTH[1 if players == 2 else 0]), DECKS.index(options["deck"])
    forms, colours = int(MANY[deck]), 2 if players == 2 else COLOURS
    kinds = ", ".join(KINDS)
    how = f"{width * width} * form + {width} * row + column"
    return Encoding(
        actions=(
            Feature("lay", width * width * forms, f"{how}: a pattern as it is turned, by its first cell in order"),
            Feature(
                "flip", width * width * SIDES, f"{how}: a Flip card, by the side of the turned piece and the new cell"
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
            Feature("rack", SHAPES * players, "pieces left of each shape, by seat, of those at first"),
            Feature("tokens", players, "tokens that each seat has left, of two"),
            Feature("skipped", players, "1 for each seat that has skipped"),
            Feature("turn", players, "1 for the seat to act"),
            Feature("deck", 1, "cards turned up, of forty"),
        ),
    )
