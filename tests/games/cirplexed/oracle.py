"""A slow, independent model of Cirplexed!, to check the engine against.

It is written from the numbered rules (C1-C10) alone, in plain dicts, sets and lists, and shares no code with the
engine.
"""

import random
from collections.abc import Mapping
from itertools import permutations
from typing import Any

from tests.games.standing import Outcome, standing

Cell = tuple[int, int]  # column, row; x grows to the right, y upward
Board = dict[Cell, str]  # cell -> the four colours as they lie: top left, top right, bottom right, bottom left

COLOURS = "BGOPRY"  # C1
START: Cell = (0, 0)
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


# Tiles


def all_tiles() -> list[str]:
    """C1, C2: four different colours in every cyclic order, each named with its first letter in front."""
    return ["".join(colours) for colours in permutations(COLOURS, 4) if colours[0] == min(colours)]


TILES = all_tiles()


def turned(tile: str, turns: int) -> str:
    """The colours after clockwise quarter turns: each turn brings the bottom left, the last, to the top left."""
    for _ in range(turns):
        tile = tile[3] + tile[:3]
    return tile


# Options and deal


def parse_options(options: Mapping[str, Any]) -> str:
    """C10: the one option there is, `partial`."""
    if unknown := set(options) - {"partial"}:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    partial = options.get("partial", "any")
    if partial not in ("any", "open"):
        raise ValueError(f"partial any or open, not {partial!r}")
    return str(partial)


def bag_size(players: int) -> int:
    """C3."""
    if not 2 <= players <= 6:
        raise ValueError(f"2 to 6 players, not {players}")
    return 22 * players if players <= 4 else 90


def random_deal(players: int, options: Mapping[str, Any], rng: random.Random) -> list[str]:
    """C3, C4: the bag, in the order in which the tiles leave it."""
    parse_options(options)
    return rng.sample(TILES, bag_size(players))


# Moves


def open_cells(board: Board) -> set[Cell]:
    """C5: the empty cells that share a full side with a tile."""
    return {(x + dx, y + dy) for x, y in board for dx, dy in SIDES} - set(board)


def placements(board: Board, hand: list[str]) -> dict[str, tuple[str, Cell, int]]:
    """C5: every way to place one tile of a hand, by its text: the tile, the cell and the quarter turns."""
    return {
        f"{tile} {x},{y} r{turns}": (tile, (x, y), turns)
        for tile in hand
        for x, y in open_cells(board)
        for turns in range(4)
    }


# Circles


def quarters(board: Board, point: Cell) -> list[str]:
    """The colours around a grid point, clockwise from its upper left; "" where no tile lies.

    A point is named by the cell to its upper right. The tile at the upper left of a point touches it with its own
    bottom right, and so on around.
    """
    x, y = point
    top_left, top_right, bottom_right, bottom_left = range(4)
    around = [((x - 1, y), bottom_right), ((x, y), bottom_left), ((x, y - 1), top_left), ((x - 1, y - 1), top_right)]
    return [board[cell][corner] if cell in board else "" for cell, corner in around]


def is_side_by_side(places: list[int]) -> bool:
    """C10: two of the four quarters around a point share a side, and do not meet only at the point."""
    first, second = places
    return (second - first) % 4 in (1, 3)


def counts_at(around: list[str], partial: str) -> tuple[int, int, int]:
    """C9, C10: the circles, three-quarter circles and half circles at one point."""
    tiles = [colour for colour in around if colour]
    circles = three_quarters = halves = 0
    for colour in set(tiles):
        places = [place for place in range(4) if around[place] == colour]
        if len(places) == 4:
            circles += 1
        elif partial == "open" and len(places) != len(tiles):
            continue  # another colour lies at this point
        elif len(places) == 3:
            three_quarters += 1
        elif len(places) == 2 and is_side_by_side(places):
            halves += 1
    return circles, three_quarters, halves


def board_counts(board: Board, partial: str) -> tuple[int, int, int]:
    """C9, C10: the circles, three-quarter circles and half circles on a board."""
    points = {(x + dx, y + dy) for x, y in board for dx in (0, 1) for dy in (0, 1)}
    found = [counts_at(quarters(board, point), partial) for point in points]
    return sum(one[0] for one in found), sum(one[1] for one in found), sum(one[2] for one in found)


# A game


class Oracle:
    """A game of Cirplexed!: `legal` lists the moves of a waiting seat, `play` makes one of them."""

    def __init__(self, players: int, options: Mapping[str, Any], deal: Any) -> None:
        self.partial: str = parse_options(options)
        bag = list(deal)
        if len(bag) != bag_size(players) or len(set(bag)) != len(bag) or not set(bag) <= set(TILES):
            raise ValueError(f"C3: {bag_size(players)} different tiles, not {bag}")
        self.players: int = players
        self.boards: list[Board] = [{START: bag.pop(0)} for _ in range(players)]  # C4; with the open round
        self.hands: list[list[str]] = [[bag.pop(0), bag.pop(0)] for _ in range(players)]  # C4; a new tile comes last
        self.bag: list[str] = bag  # the next tile first

    @property
    def waiting(self) -> tuple[int, ...]:
        """C5, C7: the seats that have still a tile to place in this round.

        While the bag lasts, that is one of two tiles; then it is both.
        """
        kept = 1 if self.bag else 0
        return tuple(seat for seat in range(self.players) if len(self.hands[seat]) > kept)

    def legal(self, seat: int) -> list[str]:
        """The texts of all legal moves of this seat, sorted as plain text; none if it is not waiting."""
        return sorted(placements(self.boards[seat], self.hands[seat])) if seat in self.waiting else []

    def play(self, seat: int, text: str) -> None:
        """Make a legal move, and draw (C6) if it closed the round; ValueError if it is not legal."""
        if text not in self.legal(seat):
            raise ValueError(f"{text!r} is not a legal move of seat {seat}")
        tile, cell, turns = placements(self.boards[seat], self.hands[seat])[text]
        self.boards[seat][cell] = turned(tile, turns)
        self.hands[seat].remove(tile)
        if self.bag and not self.waiting:
            for hand in self.hands:
                hand.append(self.bag.pop(0))

    def counts(self, seat: int) -> tuple[int, int, int]:
        """C9, C10: circles, three-quarter circles and half circles of a seat, as its board lies."""
        return board_counts(self.boards[seat], self.partial)

    @property
    def outcome(self) -> Outcome | None:
        """C9, C10: how the game ended, or None."""
        if self.waiting:
            return None
        rows = [self.counts(seat) for seat in range(self.players)]
        return standing("rounds", ["circles", "three_quarters", "halves"], rows)
