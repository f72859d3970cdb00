"""Tiles, cells and boards of Cirplexed! as names and letters."""

from __future__ import annotations

import re

from parlour.game import Json, State, Viewpoint
from parlour.games.cirplexed import rules
from parlour.grid import Cell
from parlour.message import Message, message

COLOURS = ("blue", "green", "orange", "purple", "red", "yellow")  # in the order of rules.LETTERS
SEAT_NAMES = ("ash", "birch", "cedar", "elm", "fir", "hazel")  # seats have no colour of their own

NUMBERS = {name: number for number, name in enumerate(rules.TILES)}  # of the tiles
_COORDINATE = "0|-?[1-9][0-9]{0,3}"
_CELL = re.compile(f"({_COORDINATE}),({_COORDINATE})")


def cell_of(code: int) -> Cell:
    """Return the cell of a move: x and y."""
    x, y = divmod(code >> 2 & 2047, rules.WIDTH)
    return x - 22, y - 22


def cell_name(cell: Cell) -> str:
    """
    >>> cell_name((1, -2))
    '1,-2'
    """
    return f"{cell[0]},{cell[1]}"


def parse_cell(text: str) -> Cell | None:
    """Return the cell of this name, or None."""
    found = _CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def tile_of(code: int) -> str:
    """The name of a move's tile."""
    return rules.TILES[code >> 13]


def face_of(tile: str, turn: int) -> str:
    """A tile's letters as it lies, clockwise from the top left.

    >>> face_of("BGOP", 1)
    'PBGO'
    """
    return tile[-turn:] + tile[:-turn]


def laid(s: State, seat: int, viewer: Viewpoint) -> list[int]:
    """Return the codes of the tiles that a viewer sees on a board, in order; hidden ones only on its own."""
    count = int(s.count[seat]) if viewer in (seat, "all") else int(s.shown)
    return [int(code) for code in s.placed[rules.MOST * seat : rules.MOST * seat + count]]


def hand_of(s: State, seat: int) -> list[str]:
    """The names of the tiles in a hand."""
    return [rules.TILES[tile] for tile in s.hand[2 * seat : 2 * seat + 2] if tile != rules.NONE]


def frontier_of(s: State, seat: int) -> list[Cell]:
    """The empty cells beside a tile of a board."""
    start = rules.FRONTIER * seat
    return [cell_of(int(cell) << 2) for cell in s.frontier[start : start + int(s.edge[seat])]]


def wrong_tile(name: Json) -> tuple[str, Message]:
    """Explain why this is not the name of a tile: the rule, and a message with a valid one."""
    if isinstance(name, str) and name.isascii() and name.upper() in NUMBERS:
        return "C2", message("tiles are written in capital letters: {tile}, not {name}", tile=name.upper(), name=name)
    if not isinstance(name, str) or not re.fullmatch(f"[{rules.LETTERS}]{{4}}", name):
        return "C2", message(
            "a tile is named by four of the letters {letters:,}, such as BGOP, not {name}",
            letters=[*rules.LETTERS],
            name=repr(name),
        )
    if len(set(name)) < 4:
        return "C1", message("{name} names a colour twice, but the four colours of a tile differ", name=name)
    first = name.index(min(name))
    tile = name[first:] + name[:first]
    return "C2", message("{name} is written {tile}: the first letter of the alphabet leads", name=name, tile=tile)
