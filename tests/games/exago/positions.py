"""Positions of Exago set up by hand, from cell names."""

from __future__ import annotations

import json
from typing import Any

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
