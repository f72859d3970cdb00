"""Cirplexed! in sentences: what a person is to say next, and which rule an illegal text breaks."""

from __future__ import annotations

import re

from parlour.errors import IllegalMove
from parlour.game import State
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.tiles import (
    cell_name,
    cell_of,
    face_of,
    frontier_of,
    hand_of,
    laid,
    parse_cell,
    tile_of,
    wrong_tile,
)
from parlour.grid import SQUARE_STEPS, Cell

# -- what to say next --------------------------------------------------------------------------------------------------


def prompt(s: State, seat: int, words: list[str]) -> str:
    """What the next word of a move is, for people."""
    hand = hand_of(s, seat)
    if not words:
        return _which_tile(s, hand)
    if words[0] not in hand:
        return ""
    if len(words) == 1:
        return f"Where does {words[0]} go? Name an empty cell beside one of your tiles."
    if len(words) == 2:
        *most, last = [f"r{turn} {_two_rows(words[0], turn)}" for turn in range(4)]
        return f"How is {words[0]} turned? {', '.join(most)} or {last}."
    return ""


def _which_tile(s: State, hand: list[str]) -> str:
    if len(hand) == 1:
        return f"The bag is empty, so your other tile follows: {hand[0]}."
    if rules.due(s) == rules.tiles_each(int(s.players)):
        return f"The bag is empty: you place both tiles now. Which comes first? {hand[0]} or {hand[1]}."
    return f"Which tile do you place? {hand[0]} or {hand[1]}."


def _two_rows(tile: str, turn: int) -> str:
    """`BG/PO`: the upper row of a turned tile, then the lower one."""
    face = face_of(tile, turn)
    return f"{face[:2]}/{face[3]}{face[2]}"


# -- why not -----------------------------------------------------------------------------------------------------------


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Which rule a text breaks that is not legal here."""
    rule, sentence = _reason(s, seat, text)
    return IllegalMove(rule, sentence)


def _reason(s: State, seat: int, text: str) -> tuple[str, str]:
    """Word by word, as a person would meet the rules."""
    hand, example = hand_of(s, seat), _example(s, seat)
    tile, *rest = text.split(" ")
    if text == "pass":
        return "C8", f"nobody may pass: place a tile, for example {example}"
    if len(rest) > 2 or not (len(rest) == 2 or re.fullmatch("[A-Za-z]{4}", tile)):
        return "notation", f"write tile, cell and rotation with single spaces between them, for example {example}"
    if tile not in rules.TILES:
        return wrong_tile(tile)
    if tile not in hand:
        own = [tile_of(code) for code in laid(s, seat, seat)]
        lies = f"{tile} lies on your board already" if tile in own else f"{tile} is not in your hand"
        return "C5", f"{lies}: you have {' and '.join(hand)}"
    if not rest:
        return "notation", f"say where {tile} goes and how it is turned, for example {example}"
    cell = parse_cell(rest[0])
    if cell is None:
        form = f"a cell is x,y in whole numbers, such as {example.split()[1]}; the start tile lies at 0,0"
        return "notation", f"{form}; {rest[0]!r} is none"
    if cell not in frontier_of(s, seat):
        return "C5", f"{_wrong_cell(s, seat, cell)}, for example {example.split()[1]}"
    turn = rest[1] if len(rest) == 2 else ""
    return "notation", f"a rotation is r0, r1, r2 or r3, the number of quarter turns clockwise, not {turn!r}"


def _wrong_cell(s: State, seat: int, cell: Cell) -> str:
    tiles = {cell_of(code) for code in laid(s, seat, seat)}
    name, (x, y) = cell_name(cell), cell
    if cell in tiles:
        return f"there is a tile on {name}: choose an empty cell beside a tile"
    if any((x + dx, y + dy) in tiles for dx in (-1, 1) for dy in (-1, 1)):
        return f"{name} touches your tiles only at a corner: choose an empty cell that shares a side with one"
    return f"{name} touches none of your tiles: choose an empty cell that shares a side with one"


def _example(s: State, seat: int) -> str:
    """A legal move; of the cells, the one that is nearest to the start tile and has most tiles around it."""
    tiles = {cell_of(code) for code in laid(s, seat, seat)}

    def closeness(cell: Cell) -> tuple[int, Cell]:
        neighbours = sum((cell[0] + dx, cell[1] + dy) in tiles for dx, dy in SQUARE_STEPS)
        return abs(cell[0]) + abs(cell[1]) - neighbours, cell

    return f"{hand_of(s, seat)[0]} {cell_name(min(frontier_of(s, seat), key=closeness))} r0"
