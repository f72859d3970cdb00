"""Cirplexed! for people: what to choose next, step by step, and which rule an illegal text breaks."""

from __future__ import annotations

import re

import msgspec

from parlour.errors import IllegalMove
from parlour.game import Codes, ScoreColumn, State
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
from parlour.message import Message, message

# -- what to choose next -----------------------------------------------------------------------------------------------


class ChooseTileStep(msgspec.Struct, tag_field="kind", tag="choose-tile", frozen=True):
    """Choose the tile to place; in the last round, which of the two goes first, or the one that is left."""

    tiles: list[str]
    is_bag_empty: bool  # the last round: both tiles are placed
    is_first: bool  # the seat has not moved yet


class ChooseCellStep(msgspec.Struct, tag_field="kind", tag="choose-cell", frozen=True):
    """Choose the cell."""

    tile: str
    is_first: bool


class ChooseRotationStep(msgspec.Struct, tag_field="kind", tag="choose-rotation", frozen=True):
    """Choose the rotation."""

    tile: str
    faces: list[str]  # by the number of quarter turns: `BG/PO`, the upper row, then the lower one
    is_first: bool


class ConfirmStep(msgspec.Struct, tag_field="kind", tag="confirm", frozen=True):
    """The move is complete."""


Step = ChooseTileStep | ChooseCellStep | ChooseRotationStep | ConfirmStep


def step(s: State, seat: int, words: list[str], moves: Codes) -> Step | None:
    """Return what the next word of a move must be."""
    hand, is_first = hand_of(s, seat), len(laid(s, seat, seat)) == 1  # the start tile
    if not words:
        is_bag_empty = len(hand) == 1 or rules.due(s) == rules.tiles_each(int(s.players))
        return ChooseTileStep(hand, bool(is_bag_empty), is_first)
    if words[0] not in hand:
        return None
    if len(words) == 1:
        return ChooseCellStep(words[0], is_first)
    if len(words) == 2:
        return ChooseRotationStep(words[0], [_two_rows(words[0], turn) for turn in range(4)], is_first)
    is_whole = len(words) == 3 and parse_cell(words[1]) in frontier_of(s, seat) and re.fullmatch("r[0-3]", words[2])
    return ConfirmStep() if is_whole else None


def _two_rows(tile: str, turn: int) -> str:
    face = face_of(tile, turn)
    return f"{face[:2]}/{face[3]}{face[2]}"


def step_message(step: Step) -> Message | None:
    """Return the step as a prompt for people who type; a complete move needs none."""
    match step:
        case ChooseTileStep(tiles=[tile]):
            return message("The bag is empty, so your other tile follows: {tile}.", tile=tile)
        case ChooseTileStep(is_bag_empty=True):
            return message(
                "The bag is empty: you place both tiles now. Which comes first? {tiles:or}.", tiles=step.tiles
            )
        case ChooseTileStep():
            return message("Which tile do you place? {tiles:or}.", tiles=step.tiles)
        case ChooseCellStep():
            return message("Where does {tile} go? Name an empty cell beside one of your tiles.", tile=step.tile)
        case ChooseRotationStep(faces=[r0, r1, r2, r3]):
            return message(
                "How is {tile} turned? r0 {r0}, r1 {r1}, r2 {r2} or r3 {r3}.",
                tile=step.tile,
                r0=r0,
                r1=r1,
                r2=r2,
                r3=r3,
            )
    return None


# -- why not -----------------------------------------------------------------------------------------------------------


def why_not(s: State, seat: int, text: str) -> IllegalMove:
    """Explain which rule an illegal move text breaks, word by word, in the order in which a player meets the rules."""
    hand, example = hand_of(s, seat), _example(s, seat)
    tile, *rest = text.split(" ")
    if text == "pass":
        return IllegalMove("C8", "nobody may pass: place a tile, for example {example}", example=example)
    if len(rest) > 2 or not (len(rest) == 2 or re.fullmatch("[A-Za-z]{4}", tile)):
        return IllegalMove(
            "notation",
            "write tile, cell and rotation with single spaces between them, for example {example}",
            example=example,
        )
    if tile not in rules.TILES:
        return IllegalMove(*wrong_tile(tile))
    if tile not in hand:
        return _not_in_hand(s, seat, tile, hand)
    if not rest:
        return IllegalMove(
            "notation", "say where {tile} goes and how it is turned, for example {example}", tile=tile, example=example
        )
    return _wrong_place(s, seat, rest[0], example.split()[1]) or _wrong_rotation(rest[1] if len(rest) == 2 else "")


def _not_in_hand(s: State, seat: int, tile: str, hand: list[str]) -> IllegalMove:
    own = [tile_of(code) for code in laid(s, seat, seat)]
    if tile in own:
        return IllegalMove("C5", "{tile} lies on your board already: you have {hand:and}", tile=tile, hand=hand)
    return IllegalMove("C5", "{tile} is not in your hand: you have {hand:and}", tile=tile, hand=hand)


def _wrong_place(s: State, seat: int, name: str, example: str) -> IllegalMove | None:
    cell = parse_cell(name)
    if cell is None:
        return IllegalMove(
            "notation",
            "{cell} is not a cell: write x,y in whole numbers, such as {example}; the start tile lies at 0,0",
            example=example,
            cell=repr(name),
        )
    if cell in frontier_of(s, seat):
        return None
    tiles = {cell_of(code) for code in laid(s, seat, seat)}
    far = {tile: max(abs(tile[0] - cell[0]), abs(tile[1] - cell[1])) for tile in tiles}
    nearest = [cell_name(tile) for tile in sorted(tiles) if far[tile] == min(far.values())]
    return IllegalMove("C5", _where(tiles, cell, example), marks=nearest)


def _where(tiles: set[Cell], cell: Cell, example: str) -> Message:
    """Explain what is wrong with a well-formed cell."""
    name, (x, y) = cell_name(cell), cell
    if cell in tiles:
        return message(
            "there is a tile on {cell}: choose an empty cell beside a tile, for example {example}",
            cell=name,
            example=example,
        )
    if any((x + dx, y + dy) in tiles for dx in (-1, 1) for dy in (-1, 1)):
        return message(
            "{cell} touches your tiles only at a corner: choose an empty cell that shares a side with one, "
            "for example {example}",
            cell=name,
            example=example,
        )
    return message(
        "{cell} touches none of your tiles: choose an empty cell that shares a side with one, for example {example}",
        cell=name,
        example=example,
    )


def _wrong_rotation(word: str) -> IllegalMove:
    return IllegalMove(
        "notation", "a rotation is r0, r1, r2 or r3, the number of quarter turns clockwise, not {word}", word=repr(word)
    )


def _example(s: State, seat: int) -> str:
    """Return a legal move, on the cell nearest to the start tile with the most tiles around it."""
    tiles = {cell_of(code) for code in laid(s, seat, seat)}

    def closeness(cell: Cell) -> tuple[int, Cell]:
        neighbours = sum((cell[0] + dx, cell[1] + dy) in tiles for dx, dy in SQUARE_STEPS)
        return abs(cell[0]) + abs(cell[1]) - neighbours, cell

    return f"{hand_of(s, seat)[0]} {cell_name(min(frontier_of(s, seat), key=closeness))} r0"


# -- what the scores count ---------------------------------------------------------------------------------------------

COLUMNS = {
    "circles": ScoreColumn(
        name="circles",
        one="one circle",
        many="{count} circles",
        meaning="Points around which all four quarters have the same colour.",
        rule="C9",
    ),
    "three_quarters": ScoreColumn(
        name="three-quarter circles",
        one="one three-quarter circle",
        many="{count} three-quarter circles",
        meaning="Points with three quarters of one colour. They break ties on circles.",
        rule="C10",
    ),
    "halves": ScoreColumn(
        name="half circles",
        one="one half circle",
        many="{count} half circles",
        meaning="Points with just two quarters of one colour, side by side. They break ties on three-quarter circles.",
        rule="C10",
    ),
}
