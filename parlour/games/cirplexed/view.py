"""What a seat may see of Cirplexed!, and what a round did."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from parlour.game import Codes, State, Viewpoint
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.tiles import (
    COLOURS,
    NUMBERS,
    cell_name,
    cell_of,
    face_of,
    frontier_of,
    hand_of,
    laid,
    parse_cell,
    tile_of,
)
from parlour.grid import Cell


class Tile(msgspec.Struct):
    """A tile on a board."""

    tile: str  # its name
    cell: str  # x,y
    turn: int  # quarter turns clockwise
    face: str  # its letters as it lies, clockwise from the top left


class Circle(msgspec.Struct):
    """A complete circle (C9)."""

    colour: str
    x: int  # of the cell to the lower left of its middle
    y: int


class Point(msgspec.Struct):
    """A point where cells meet."""

    x: int  # of the cell to its lower left
    y: int


class Partial(msgspec.Struct):
    """A three-quarter or half circle, which breaks ties (C10)."""

    colour: str
    x: int  # of the cell to the lower left of its middle
    y: int
    cells: list[str]  # those of its quarters


class Board(msgspec.Struct):
    """The boards and the viewer's own hand. The tiles of an open round are only on its own board (C6)."""

    tiles_each: int  # the final number of tiles on each board
    bag: int  # tiles left in it
    shown: int  # tiles on each board from closed rounds; the last of them are the newest
    is_last: bool  # in the open round everyone places two tiles (C7)
    hand: list[str]  # the viewer's own; [] for a spectator
    hands: list[list[str]]  # by seat, for whoever may see them all, once the match is over; else []
    tiles: list[list[Tile]]  # by seat, in the order of laying
    circles: list[list[Circle]]  # by seat, among those tiles
    spoiled: list[list[Point]]  # by seat: points with quarters of several colours, where no circle is possible any more
    chosen: list[int]  # by seat: tiles placed in the open round
    partial: list[list[Partial]]  # by seat, once all tiles are placed: what breaks ties; [] before


class Chosen(msgspec.Struct, tag_field="kind", tag="chosen"):
    """A tile was placed that the others do not see yet (C6)."""

    seat: int


class Placed(msgspec.Struct, tag_field="kind", tag="placed"):
    """The round closed and shows what a seat placed."""

    seat: int
    tile: str
    cell: str
    turned: str  # r0 to r3


class Middle(msgspec.Struct, rename={"lower_left": "between", "upper_right": "and"}):
    """The point around which a circle lies, by two of the cells that meet there."""

    lower_left: str
    upper_right: str


class Completed(msgspec.Struct, tag_field="kind", tag="completed_a_circle_in"):
    """A seat completed a circle with that tile (C9)."""

    seat: int
    colour: str
    where: Middle


class Drew(msgspec.Struct, tag_field="kind", tag="drew"):
    """The viewer drew a tile (C6); nobody else gets this event, but for those who see every hand afterwards."""

    seat: int
    tile: str


Event = Chosen | Placed | Completed | Drew


class Part(msgspec.Struct):
    """Quarters of one colour around a point that has no other colour."""

    colour: str
    x: int  # of the cell to the lower left of the point
    y: int
    quarters: int


class Laying(msgspec.Struct):
    """What a tile would do on a cell in one rotation."""

    turn: str  # r0 to r3
    completes: list[Circle]
    builds: list[Part]  # parts that grow, as they would be
    spoils: list[Part]  # parts that a second colour would meet, as they are now


class Preview(msgspec.Struct):
    """What the words of a move so far would do on the viewer's own board."""

    layings: list[Laying]  # in the chosen rotation, or in each while none is chosen


def circles_of(s: State, seat: int, tiles: int) -> list[Circle]:
    """Return the circles among the first tiles of a board, lower left first."""
    points = _points(s, seat, tiles)
    found = [_parts(point, int(points[point])) for point in np.nonzero(points)[0].tolist()]
    return [Circle(part.colour, part.x, part.y) for parts in found for part in parts if part.quarters == 4]


def spoiled_points(s: State, seat: int, tiles: int) -> list[Point]:
    """Return the points with several colours among the first tiles of a board."""
    points = _points(s, seat, tiles)
    found = [_parts(point, int(points[point])) for point in np.nonzero(points)[0].tolist()]
    return [Point(parts[0].x, parts[0].y) for parts in found if len(parts) > 1]


def partial_circles(s: State, seat: int, tiles: int) -> list[Partial]:
    """Return the three-quarter and half circles that count among the first tiles of a board (C10)."""
    counts = {rules.OPEN_THREE, rules.OPEN_HALF}
    if rules.PARTIAL[s.partial] == "any":
        counts |= {rules.THREE, rules.HALF}
    points, found = _points(s, seat, tiles), []
    for point in np.nonzero(points)[0].tolist():
        quarters = [int(points[point]) >> 4 * k & 15 for k in range(len(COLOURS))]
        is_alone = sum(map(bool, quarters)) == 1
        x, y = cell_of((point - rules.WIDTH - 1) << 2)
        around = [(x + 1, y), (x, y), (x, y + 1), (x + 1, y + 1)]  # whose corner meets the others there, by bit
        for colour, bits in zip(COLOURS, quarters, strict=True):
            if rules.KINDS[int(is_alone), bits] in counts:
                cells = [cell_name(cell) for k, cell in enumerate(around) if bits >> k & 1]
                found.append(Partial(colour, x, y, cells))
    return found


def _points(s: State, seat: int, tiles: int) -> NDArray[np.int32]:
    """Return what is around each point of a board, four bits per colour."""
    points = np.zeros(rules.POINTS, np.int32)
    rules.mark_points(s, seat, tiles, points)
    return points


def _parts(point: int, quarters: int) -> list[Part]:
    """Return the colours around a point."""
    x, y = cell_of((point - rules.WIDTH - 1) << 2)
    counts = [(quarters >> 4 * k & 15).bit_count() for k in range(len(COLOURS))]
    return [Part(colour, x, y, count) for colour, count in zip(COLOURS, counts, strict=True) if count]


def tile_at(code: int) -> Tile:
    """Return a tile on a board, by its code."""
    return Tile(tile_of(code), cell_name(cell_of(code)), code & 3, face_of(tile_of(code), code & 3))


def tiles_left(s: State) -> int:
    """Return how many tiles are still in the bag."""
    each = int(rules.tiles_each(int(s.players)))
    return int(s.players) * max(0, each - int(s.shown) - 2)


def board(s: State, seat: Viewpoint) -> Board:
    """Return only what this seat may see; "all" sees the tiles of the open round and every hand."""
    seats = range(int(s.players))
    codes = [laid(s, other, seat) for other in seats]
    each = int(rules.tiles_each(int(s.players)))
    return Board(
        tiles_each=each,
        bag=tiles_left(s),
        shown=int(s.shown),
        is_last=int(s.shown) == each - 2,
        hand=hand_of(s, seat) if isinstance(seat, int) else [],
        hands=[hand_of(s, other) for other in seats] if seat == "all" else [],
        tiles=[[tile_at(code) for code in row] for row in codes],
        circles=[circles_of(s, other, len(codes[other])) for other in seats],
        spoiled=[spoiled_points(s, other, len(codes[other])) for other in seats],
        chosen=[int(s.count[other]) - int(s.shown) for other in seats],
        partial=[partial_circles(s, other, each) if int(s.shown) == each else [] for other in seats],
    )


def events(before: State, after: State, mover: int, text: str, seat: Viewpoint) -> list[Event]:
    """Return only that somebody has chosen, until the round closes; then what everyone did, by seat.

    "all" is told at once what was placed, and at the end of a round what everyone drew.
    """
    is_closed = bool(after.shown != before.shown)
    if not is_closed and seat != "all":
        return [Chosen(mover)]
    told: list[Event] = []
    for other in range(int(after.players)):
        first = int(before.count[other]) if seat == "all" else int(before.shown)
        told += _placings(after, other, first, int(after.count[other]) if seat == "all" else int(after.shown))
        if is_closed and seat in (other, "all"):
            kept = hand_of(before, other)
            told += [Drew(other, tile) for tile in hand_of(after, other) if tile not in kept]
    return told


def _placings(s: State, seat: int, first: int, last: int) -> list[Event]:
    """Return what a seat placed, from one number of tiles on its board to another, and the circles completed."""
    told: list[Event] = []
    for k in range(first, last):
        code = laid(s, seat, "all")[k]
        told.append(Placed(seat, tile_of(code), cell_name(cell_of(code)), f"r{code & 3}"))
        known = circles_of(s, seat, k)
        told += [
            Completed(seat, circle.colour, Middle(f"{circle.x},{circle.y}", f"{circle.x + 1},{circle.y + 1}"))
            for circle in circles_of(s, seat, k + 1)
            if circle not in known
        ]
    return told


def preview(s: State, seat: int, words: list[str], moves: Codes) -> Preview | None:
    """Return, once a tile and a cell are named, which circles they complete, build and spoil in each rotation."""
    cell = parse_cell(words[1]) if len(words) in (2, 3) else None
    if cell is None or words[0] not in hand_of(s, seat) or cell not in frontier_of(s, seat):
        return None
    turns = [turn for turn in range(4) if words[2:] in ([], [f"r{turn}"])]
    points = _points(s, seat, int(s.count[seat]))
    return Preview([_laying(points, words[0], cell, turn) for turn in turns])


def _laying(points: NDArray[np.int32], tile: str, cell: Cell, turn: int) -> Laying:
    laying = Laying(f"r{turn}", [], [], [])
    number = (cell[0] + 22) * rules.WIDTH + cell[1] + 22
    for step, quarter in zip(rules.CORNERS, rules.QUARTERS[4 * NUMBERS[tile] + turn], strict=True):
        point = int(number + step)
        before = _parts(point, int(points[point]))
        after = _parts(point, int(points[point] | quarter))
        if len(before) == 1 and len(after) == 2:
            laying.spoils += before
        elif len(before) == 1 and after[0].quarters == 4:
            laying.completes.append(Circle(after[0].colour, after[0].x, after[0].y))
        elif len(before) == 1:
            laying.builds += after
    return laying
