"""Cirplexed! on a terminal and as SVG. Colour is never the only cue: quarters carry a letter or a shape.

The last move's text is ignored, because it may be hidden. The newest tiles that a seat may see are marked instead.
"""

from __future__ import annotations

from rich.text import Text

from parlour.game import State, Viewpoint
from parlour.games.cirplexed import rules
from parlour.games.cirplexed.tiles import COLOURS, SEAT_NAMES, cell_name, face_of, frontier_of, parse_cell
from parlour.games.cirplexed.view import Board, board, circles_of
from parlour.grid import Cell
from parlour.picture import (
    INK,
    LINE,
    PAINTS,
    WELL,
    WHITE,
    Canvas,
    colour_sign,
    document,
    label,
    line_of_text,
    tile_style,
)

COLOUR_OF = dict(zip(rules.LETTERS, COLOURS, strict=True))
SCREEN = 80  # columns that every terminal has


class _Patch:
    """One seat's board as a viewer sees it, with its bounds."""

    def __init__(self, s: State, seen: Board, seat: int, with_frontier: bool = False) -> None:
        self.seat = seat
        self.tiles = {parse_cell(tile.cell) or (0, 0): tile for tile in seen.tiles[seat]}
        self.circles = seen.circles[seat]
        in_open_round = len(seen.tiles[seat]) - seen.shown
        in_last_round = 2 if seen.shown == seen.tiles_each else 1  # C7
        self.newest = seen.tiles[seat][1:][-(in_open_round or in_last_round) :]
        self.frontier = frontier_of(s, seat) if with_frontier else []
        cells = [*self.tiles, *self.frontier]
        self.left, self.right = min(x for x, _ in cells), max(x for x, _ in cells)
        self.bottom, self.top = min(y for _, y in cells), max(y for _, y in cells)
        self.columns, self.rows = self.right - self.left + 1, self.top - self.bottom + 1


def _patches(s: State, seat: Viewpoint, seen: Board) -> list[_Patch]:
    """Return all boards, the viewer's own first, with the cells where the viewer may place a tile now."""
    order = sorted(range(int(s.players)), key=lambda other: other != seat)
    return [_Patch(s, seen, other, other == seat and bool(rules.waiting(s) >> other & 1)) for other in order]


def _caption(s: State, seen: Board, seat: int, viewer: Viewpoint) -> str:
    """Return `birch: 2 circles, has chosen`, and any open hand; like scores, it counts closed rounds only (C6)."""
    name = f"{SEAT_NAMES[seat]} (you)" if seat == viewer else SEAT_NAMES[seat]
    circles = len(circles_of(s, seat, seen.shown))
    waiting = int(rules.waiting(s))
    has_chosen = ", has chosen" if waiting and not waiting >> seat & 1 else ""
    hand = f", holds {' '.join(seen.hands[seat])}" if seen.hands and seen.hands[seat] else ""
    return f"{name}: {circles} circle{'' if circles == 1 else 's'}{has_chosen}{hand}"


def _progress(seen: Board) -> str:
    rounds = seen.tiles_each - 2
    if seen.shown > rounds:
        return "All tiles are placed."
    if seen.is_last:
        return f"Round {rounds} of {rounds}, the last: everyone places both tiles."
    return f"Round {seen.shown} of {rounds}; {seen.bag} tile{'' if seen.bag == 1 else 's'} in the bag."


# -- terminal ----------------------------------------------------------------------------------------------------------

SHADES = ("on grey30", "on grey42")  # of neighbouring tiles


def terminal(s: State, seat: Viewpoint, last: str = "") -> Text:
    """Draw the viewer's board large, with the names of cells where a tile may go; then the hand and other boards."""
    seen = board(s, seat)
    patches = _patches(s, seat, seen)
    parts = [Text(_progress(seen))]
    if isinstance(seat, int):
        parts += [Text(_caption(s, seen, seat, seat), "bold"), _large(patches.pop(0))]
        parts += [_hand(seen.hand)] if seen.hand else []
    return Text("\n\n").join([*parts, _row_of_boards(s, seen, patches)])


def _large(patch: _Patch) -> Text:
    """Draw tiles of two rows, circles in brackets, numbers along the edges; a dot marks the newest tiles."""
    has_names = 4 + 7 * patch.columns <= SCREEN
    wide = 7 if has_names else 4
    canvas = Canvas(4 + wide * patch.columns, 2 * patch.rows + 1)

    def place(x: int, y: int) -> Cell:
        return 4 + wide * (x - patch.left), 2 * (patch.top - y)

    for x, y in patch.frontier:
        canvas.put(*place(x, y), f"{cell_name((x, y)):^7}" if has_names else " ··", "dim")
    for (x, y), tile in patch.tiles.items():
        column, row = place(x, y)
        _put_tile(canvas, column, row, tile.face, wide, SHADES[(x + y) % 2])
        if tile in patch.newest and has_names:
            canvas.put(column + 3, row, "•", f"bold {SHADES[(x + y) % 2]}")
    for circle in patch.circles:
        x, y = circle.x, circle.y
        for above in (0, 1):
            column, row = place(x, y + above)
            canvas.put(column + wide - 2, row + above, "(", f"bold {SHADES[(x + y + above) % 2]}")
            canvas.put(column + wide + 1, row + above, ")", f"bold {SHADES[(x + y + above + 1) % 2]}")
    for x in range(patch.left, patch.right + 1):
        canvas.put(place(x, 0)[0], 2 * patch.rows, f"{x:^{wide}}", "dim italic")
    for y in range(patch.bottom, patch.top + 1):
        canvas.put(0, place(0, y)[1], f"{y:>3}", "dim italic")
    return canvas.text()


def _put_tile(canvas: Canvas, column: int, row: int, face: str, wide: int, shade: str) -> None:
    """Draw a tile, its letters in the corners."""
    places = ((0, 0), (wide - 1, 0), (wide - 1, 1), (0, 1))
    for down in (0, 1):
        canvas.put(column, row + down, " " * wide, shade)
    for letter, (right, down) in zip(face, places, strict=True):
        canvas.put(column + right, row + down, letter, tile_style(COLOUR_OF[letter]))


def _hand(hand: list[str]) -> Text:
    """Draw each tile in hand in its four rotations."""
    canvas = Canvas(30 * len(hand) + 4, 3)
    for k, tile in enumerate(hand):
        start = 4 + 30 * k
        canvas.put(start, 1, tile, "bold")
        for turn in range(4):
            canvas.put(start + 7 + 5 * turn, 0, f"r{turn}", "dim italic")
            _put_tile(canvas, start + 7 + 5 * turn, 1, face_of(tile, turn), 2, "")
    return canvas.text()


def _row_of_boards(s: State, seen: Board, patches: list[_Patch]) -> Text:
    """Draw the other boards small, with two by two letters per tile, as many side by side as fit."""
    lines: list[list[_Patch]] = [[]]
    used = 0
    for patch in patches:
        if used + _small_width(s, seen, patch) > SCREEN and lines[-1]:
            lines.append([])
            used = 0
        lines[-1].append(patch)
        used += _small_width(s, seen, patch) + 3
    return Text("\n\n").join([_small(s, seen, line) for line in lines])


def _small_width(s: State, seen: Board, patch: _Patch) -> int:
    return max(4 + 2 * patch.columns, len(_caption(s, seen, patch.seat, None)))


def _small(s: State, seen: Board, patches: list[_Patch]) -> Text:
    canvas = Canvas(SCREEN + 20, 1 + max(2 * patch.rows for patch in patches))
    start = 0
    for patch in patches:
        canvas.put(start, 0, _caption(s, seen, patch.seat, None), "bold")
        for (x, y), tile in patch.tiles.items():
            _put_tile(canvas, start + 4 + 2 * (x - patch.left), 1 + 2 * (patch.top - y), tile.face, 2, "")
        start += _small_width(s, seen, patch) + 3
    return canvas.text()


# -- SVG ---------------------------------------------------------------------------------------------------------------

ROOM = "#F3E8D3"  # as in web/theme.css
LARGE, SMALL = 64.0, 40.0  # sides of a tile
REACH = 0.43  # radius of a circle, in sides
MARGIN, GAP, CAPTION = 20.0, 28.0, 30.0
WIDEST = 900.0
LETTER = 7.6  # width of a letter of a caption
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))  # of a tile, clockwise from the top left, in sides to the right and down


def svg(s: State, seat: Viewpoint, last: str = "") -> str:
    """Draw all boards in one picture, the viewer's own first and larger, with the hand below it."""
    seen = board(s, seat)
    parts, x, y, lowest, widest = [line_of_text(MARGIN, 24, _progress(seen))], MARGIN, 44.0, 44.0, 420.0
    for patch in _patches(s, seat, seen):
        side = min(LARGE if patch.seat == seat else SMALL, WIDEST / patch.columns)
        width, height = side * patch.columns, side * patch.rows
        wide = max(width, LETTER * len(_caption(s, seen, patch.seat, seat)))
        if x > MARGIN and x + wide > WIDEST:
            x, y = MARGIN, lowest + GAP
        parts.append(line_of_text(x, y + 12, _caption(s, seen, patch.seat, seat), patch.seat == seat))
        parts += _board_parts(patch, x, y + CAPTION, side)
        lowest, widest = max(lowest, y + CAPTION + height), max(widest, x + wide)
        x += wide + GAP
        if patch.seat == seat:
            parts += _hand_parts(seen.hand, lowest + GAP)
            x, y = MARGIN, lowest + GAP + (SMALL + 2 * GAP if seen.hand else 0.0)
            lowest = y
    return document(widest + MARGIN, lowest + MARGIN, f"Cirplexed!, {_progress(seen)}", parts, ROOM)


def _board_parts(patch: _Patch, left: float, top: float, side: float) -> list[str]:
    def place(x: int, y: int) -> tuple[float, float]:
        return left + side * (x - patch.left), top + side * (patch.top - y)

    parts = []
    for cell in patch.frontier:
        x, y = place(*cell)
        parts.append(_square(x + 2, y + 2, side - 4, f'fill="{WELL}" stroke="{LINE}" stroke-dasharray="4 4"'))
        parts.append(label(x + side / 2, y + side / 2, cell_name(cell)))
    for cell, tile in patch.tiles.items():
        parts += _tile_parts(*place(*cell), side, tile.face, f"{tile.tile} {tile.cell} r{tile.turn}")
    for cell, tile in patch.tiles.items():
        if tile in patch.newest:
            parts.append(_square(*place(*cell), side, f'fill="none" stroke="{INK}" stroke-width="2"'))
    for circle in patch.circles:
        x, y = place(circle.x + 1, circle.y)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{side * REACH:.1f}" fill="none" stroke="{INK}" '
            f'stroke-width="{side * 0.06:.1f}"><title>{circle.colour} circle</title></circle>'
        )
    return parts


def _square(x: float, y: float, side: float, attributes: str, title: str = "") -> str:
    """Draw a cell, slightly smaller than its space."""
    inside = f"<title>{title}</title>" if title else ""
    return (
        f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{side - 2:.1f}" height="{side - 2:.1f}" rx="2" {attributes}>'
        f"{inside}</rect>"
    )


def _tile_parts(x: float, y: float, side: float, face: str, title: str) -> list[str]:
    """Draw a white square with a quarter disc in each corner."""
    parts = [_square(x, y, side, f'fill="{WHITE}" stroke="{LINE}" stroke-width="1.5"', title)]
    for letter, (right, down) in zip(face, CORNERS, strict=True):
        colour = COLOUR_OF[letter]
        inward_x, inward_y = 1 - 2 * right, 1 - 2 * down
        corner_x, corner_y = x + right * side + inward_x, y + down * side + inward_y
        reach = side * REACH - 1
        parts.append(
            f'<path d="M{corner_x:.1f},{corner_y:.1f} h{inward_x * reach:.1f} A{reach:.1f},{reach:.1f} 0 0 '
            f'{1 if right == down else 0} {corner_x:.1f},{corner_y + inward_y * reach:.1f} Z" '
            f'fill="{PAINTS[colour].fill}"/>'
        )
        middle = side * REACH * 0.42
        parts.append(colour_sign(colour, corner_x + inward_x * middle, corner_y + inward_y * middle, side * 0.065))
    return parts


def _hand_parts(hand: list[str], top: float) -> list[str]:
    parts = [line_of_text(MARGIN, top + SMALL / 2, "hand")] if hand else []
    for k, tile in enumerate(hand):
        x = MARGIN + 60 + 110 * k
        parts += _tile_parts(x, top, SMALL, tile, tile)
        parts.append(label(x + SMALL / 2, top + SMALL + 12, tile))
    return parts
