"""Positions of Exago set up by hand, from cell names."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour
from parlour.grid import hex_cells, hex_name

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange")
DEFAULTS: dict[str, Any] = {
    "early_relocation": False,
    "must_block": "choice",
    "radius": 5,
    "reconnect": False,
    "turn_limit": 60,
}


def position_text(players: int, turn: int, tiles: dict[str, str], **options: Any) -> str:
    """A position's text: `tiles` maps a cell's name to a colour."""
    chosen = DEFAULTS | {"handicap": [0] * players} | options
    radius = chosen["radius"]
    rows = []
    for r in range(-radius, radius + 1):
        row, empty = "", 0
        for cell in [cell for cell in hex_cells(radius) if cell[1] == r]:
            colour = tiles.get(hex_name(cell, radius))
            if colour is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + colour[0]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    text = json.dumps(chosen, sort_keys=True, separators=(",", ":"))
    return f"exago {players} {text} {'/'.join(rows)} {turn}"


def at(players: int, to_move: str, turn: int = 30, **rest: Any) -> parlour.Match:
    """A match at a position: `red="f6 g6", blue="f7"`, and options by name; the turn is moved on to `to_move`."""
    tiles = {cell: colour for colour in COLOURS for cell in rest.pop(colour, "").split()}
    while turn % players != COLOURS.index(to_move):
        turn += 1
    return parlour.from_position(position_text(players, turn, tiles, **rest))


def hands(match: parlour.Match) -> list[int]:
    return list(match.view(None)["board"]["hands"])


def tiles(match: parlour.Match, colour: str) -> str:
    """The cells of a colour's tiles, in order."""
    owned = match.view(None)["board"]["tiles"]
    cells = [cell for cell, seat in owned.items() if seat == COLOURS.index(colour)]
    return " ".join(sorted(cells, key=lambda cell: (cell[0], int(cell[1:]))))


def breaks(match: parlour.Match, text: str) -> str:
    """The number of the rule that a text breaks; the match is unchanged."""
    before = match.state.tobytes(), list(match.moves)
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(match.waiting[0], text)
    assert (match.state.tobytes(), match.moves) == before
    assert str(caught.value) == f"{caught.value.rule}: {caught.value.sentence}"
    return caught.value.rule


def play(match: parlour.Match, *texts: str) -> None:
    """Play moves one after another."""
    for text in texts:
        match.play(match.waiting[0], text)


def two_threats(**options: Any) -> parlour.Match:
    """Red and blue each have three in line with one end open; yellow, to move, has none."""
    return at(3, "yellow", red="h6 i6 j6", blue="d8 e8 f8 k6", yellow="g8 h7", **options)
