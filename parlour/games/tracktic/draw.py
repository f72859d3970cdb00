"""Tracktic on a terminal and as SVG. Colour is never the only cue: pieces carry a letter or a shape."""

from __future__ import annotations

from typing import Protocol

from rich.text import Text

from parlour.game import State
from parlour.games.tracktic import rules
from parlour.games.tracktic.board.bitboard import DRAWN, NEXT, SIZE
from parlour.games.tracktic.board.pieces import SHAPES
from parlour.games.tracktic.notation import laid_cells, listed_codes
from parlour.games.tracktic.notation.names import (
    CELL_INDEX,
    CELL_NAMES,
    COLOURS,
    LETTERS,
    WHITE,
    face_up,
    grid_cells,
    owners,
    side_number,
    touched_cells,
)
from parlour.games.tracktic.view import longest_paths, racks
from parlour.picture import (
    INK,
    LINE,
    PAINTS,
    PAPER,
    Canvas,
    colour_sign,
    document,
    label,
    line_of_text,
    tile_style,
)


def _marked(last: str) -> set[int]:
    """The cells of the last move."""
    words = last.split(" : ")[0].split()[1:]
    return {CELL_INDEX[word] for word in words}


def _to_act(s: State) -> int | None:
    return None if s.to_act == rules.NONE else int(s.to_act)


def _note(s: State, seat: int) -> str:
    if _to_act(s) is None:
        lengths = [len(path) for path in longest_paths(s)]
        return "wins" if lengths[seat] == max(lengths) else ""
    return "skipped" if s.skipped >> seat & 1 else "to move" if seat == _to_act(s) else ""


# -- terminal ----------------------------------------------------------------------------------------------------------

PANEL = 22  # columns beside the grid


class Put(Protocol):
    """Writes a text at a cell, or beside it."""

    def __call__(self, cell: int, text: str, style: str, right: int = 0, above: int = 0) -> None: ...


def terminal(s: State, seat: int | None, last: str = "") -> Text:
    """Draw the grid, and beside it the cards and what each seat has.

    Marks between cells point the way a tab points. Empty cells where a seat can build show their names, and the cells
    of the last move are in brackets.
    """
    cells, height = grid_cells(s), 1 if s.is_plain else 2
    side = len({cell % SIZE for cell in cells})
    panel = _panel(s)
    canvas = Canvas(4 * side + 6 + PANEL, max(height * (side - 1) + 3, len(panel)))
    left, bottom = cells[0] // SIZE, cells[0] % SIZE

    def put(cell: int, text: str, style: str, right: int = 0, above: int = 0) -> None:
        column, row = cell // SIZE - left, cell % SIZE - bottom
        canvas.put(3 + 4 * column + right, height * (side - 1 - row) + 1 - above, text, style)

    _put_pieces(s, seat, _marked(last), put)
    for k in range(side):
        for row in (0, height * (side - 1) + 2):
            canvas.put(4 + 4 * k, row, CELL_NAMES[SIZE * (left + k)][0], "dim italic")
        number = str(bottom + k + 1)
        canvas.put(0, height * (side - 1 - k) + 1, f"{number:>2}", "dim italic")
        canvas.put(3 + 4 * side, height * (side - 1 - k) + 1, number, "dim italic")
    for row, line in enumerate(panel):
        column = 4 * side + 6
        for text, style in line:
            canvas.put(column, row, text, style)
            column += len(text)
    return canvas.text()


def _put_pieces(s: State, seat: int | None, marked: set[int], put: Put) -> None:
    pieces, builder = owners(s), _to_act(s) if seat is None else seat
    near = set() if builder is None or _to_act(s) is None else _next_cells(s, builder)
    cells = grid_cells(s)
    for cell in cells:
        if cell in pieces:
            before, after = "[]" if cell in marked else "  "
            put(cell, f"{before}{LETTERS[pieces[cell]]}{after}", _style(pieces[cell]))
        elif cell in near:
            put(cell, f"{CELL_NAMES[cell]:^3}", "")
        else:
            put(cell, " · ", "dim")
        if s.is_plain:
            continue
        north, east = int(NEXT[cell, 0]), int(NEXT[cell, 1])
        if north in cells:
            put(cell, "^" if s.sides[cell] & 1 else "v" if s.sides[north] & 4 else " ", "", right=1, above=1)
        if east in cells:
            put(cell, ">" if s.sides[cell] & 2 else "<" if s.sides[east] & 8 else " ", "", right=3)


def _next_cells(s: State, seat: int) -> set[int]:
    """Return the cells beside a seat's pieces on which one of its moves lays a piece."""
    if s.skipped >> seat & 1:
        return set()
    laid = {cell for code in listed_codes(s, seat) for cell in laid_cells(s, int(code)).tolist()}
    return laid & touched_cells(s, seat)


def _style(owner: int) -> str:
    return "bold black on #eeeeee" if owner == WHITE else tile_style(COLOURS[owner])


Line = list[tuple[str, str]]  # texts with their styles


def _panel(s: State) -> list[Line]:
    """Return the cards, then two lines per seat."""
    lines: list[Line] = [[(f"face up, {rules.CARDS - int(s.turned)} in deck", "dim")]]
    cards = [_card(name) for name in face_up(s)]
    for pair in (cards[:2], cards[2:]):
        for row in range(max((len(card) for card in pair), default=0)):
            texts = [card[row] if row < len(card) else "" for card in pair]
            lines.append([(f"{text:<10}", "bold" if row == 0 else "") for text in texts])
        lines.append([])
    for seat, (path, rack) in enumerate(zip(longest_paths(s), racks(s), strict=True)):
        note = _note(s, seat)
        lines.append(
            [
                ("> " if seat == _to_act(s) else "  ", "bold"),
                (f" {LETTERS[seat]} ", _style(seat)),
                (f" path {len(path)}{f', {note}' if note and note != 'to move' else ''}", ""),
            ]
        )
        pieces = f"{rack[0]} pieces" if s.is_plain else " ".join(map(str, rack))
        lines.append([(f"  {'o' * int(s.tokens[seat]):<3} {pieces}", "")])
    if not s.is_plain:
        lines.append([("  o   0 1 L I 3 4 tabs", "dim")])
    return lines


def _card(name: str) -> list[str]:
    return [name, *(DRAWN[name].replace(".", " ").split("/") if name in DRAWN else ["turn one", "lay one"])]


# -- SVG ---------------------------------------------------------------------------------------------------------------

ROOM, GROUND = "#E3E6E8", "#D3D7DA"  # the first as in web/theme.css
STEP = 40.0  # from cell to cell
EDGE = 34.0  # around the grid
SIDE_WIDTH = 300.0  # of the panel beside the grid
CHALK = "#FFFFFF"  # white pieces

# A tab, as a curve along a side of length 1: how far along, how far out.
TAB = [(0.40, 0.0), (0.45, 0.05), (0.33, 0.10), (0.37, 0.17), (0.41, 0.25), (0.59, 0.25), (0.63, 0.17)]
TAB += [(0.67, 0.10), (0.55, 0.05), (0.60, 0.0)]


def svg(s: State, seat: int | None, last: str = "") -> str:
    """Draw the grid, the cards and the racks as a picture; when the game is over, with the winners' paths."""
    cells, pieces, marked = grid_cells(s), owners(s), _marked(last)
    left, bottom = cells[0] // SIZE, cells[0] % SIZE
    side = len({cell % SIZE for cell in cells})
    width = height = 2 * EDGE + STEP * side

    def middle(cell: int) -> tuple[float, float]:
        return EDGE + STEP * (cell // SIZE - left + 0.5), height - EDGE - STEP * (cell % SIZE - bottom + 0.5)

    parts = [
        f'<rect x="{EDGE}" y="{EDGE}" width="{STEP * side}" height="{STEP * side}" rx="4" fill="{GROUND}"/>',
        *(_well(*middle(cell)) for cell in cells),
    ]
    for cell in sorted(pieces, key=lambda cell: cell in marked):  # draw those of the last move on top
        sides = None if s.is_plain else side_number(s, cell)
        title = f"{CELL_NAMES[cell]}: {(*COLOURS, 'white')[pieces[cell]]}"
        parts.append(_piece(*middle(cell), STEP, pieces[cell], sides, title, cell in marked))
    for k in range(side):
        letter, number = CELL_NAMES[SIZE * (left + k)][0], str(bottom + k + 1)
        x, y = middle(SIZE * (left + k) + bottom + k)
        parts += [label(x, EDGE / 2, letter), label(x, height - EDGE / 2, letter)]
        parts += [label(EDGE / 2, y, number), label(width - EDGE / 2, y, number)]
    if _to_act(s) is None:
        paths = longest_paths(s)
        for path in paths:
            if len(path) == max(map(len, paths)):
                parts.append(_path([middle(CELL_INDEX[name]) for name in path]))
    parts += _beside(s, width)
    height = max(height, 190.0 + 84 * int(s.players))
    return document(
        width + SIDE_WIDTH, height, f"Tracktic, {rules.CARDS - int(s.turned)} cards in the deck", parts, ROOM
    )


def _well(x: float, y: float) -> str:
    return (
        f'<rect x="{x - STEP / 2:.1f}" y="{y - STEP / 2:.1f}" width="{STEP:.0f}" height="{STEP:.0f}" fill="none" '
        f'stroke="{LINE}"/>'
    )


def _outline(x: float, y: float, size: float, sides: int | None) -> str:
    """The outline of a piece, clockwise from its upper left corner; a side number of None is a plain square."""
    corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
    path = f"M{x - size / 2:.1f},{y - size / 2:.1f}"
    for side, ((cx, cy), (ax, ay)) in enumerate(zip(corners, steps, strict=True)):
        if sides is not None:
            out = 1 if sides >> side & 1 else -1
            at = [
                f"{x + size * (cx + ax * t + ay * out * h):.1f},{y + size * (cy + ay * t - ax * out * h):.1f}"
                for t, h in TAB
            ]
            path += f"L{at[0]}C{at[1]} {at[2]} {at[3]}C{at[4]} {at[5]} {at[6]}C{at[7]} {at[8]} {at[9]}"
        path += f"L{x + size * (cx + ax):.1f},{y + size * (cy + ay):.1f}"
    return path + "Z"


def _piece(
    x: float, y: float, size: float, owner: int, sides: int | None, title: str = "", is_marked: bool = False
) -> str:
    colour = None if owner == WHITE else COLOURS[owner]
    fill = CHALK if colour is None else PAINTS[colour].fill
    edge = f'stroke="{INK}" stroke-width="2"' if is_marked else f'stroke="{INK}" stroke-opacity="0.35"'
    told = f"<title>{title}</title>" if title else ""
    shape = f'<path d="{_outline(x, y, size, sides)}" fill="{fill}" {edge} stroke-linejoin="round">{told}</path>'
    return shape + ("" if colour is None else colour_sign(colour, x, y, size * 0.16))


def _path(points: list[tuple[float, float]]) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    ends = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{INK}"/>' for x, y in (points[0], points[-1]))
    strokes = [f'stroke="{CHALK}" stroke-opacity="0.8" stroke-width="7"', f'stroke="{INK}" stroke-width="3"']
    joined = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return "".join(f'<polyline points="{corners}" {joined} {stroke}/>' for stroke in strokes) + ends


def _beside(s: State, left: float) -> list[str]:
    """The cards face up, then each seat's path, tokens and rack."""
    parts = [part for k, name in enumerate(face_up(s)) for part in _card_picture(left + 70 * k, EDGE, name)]
    parts.append(line_of_text(left, EDGE + 104, f"{rules.CARDS - int(s.turned)} cards in the deck"))
    for seat, (path, rack) in enumerate(zip(longest_paths(s), racks(s), strict=True)):
        y, note = EDGE + 150 + 84 * seat, _note(s, seat)
        parts.append(_piece(left + 14, y, 26, seat, None))
        words = f"{COLOURS[seat]}: path {len(path)}{f', {note}' if note else ''}"
        parts.append(line_of_text(left + 38, y, words, seat == _to_act(s)))
        for token in range(int(s.tokens[seat])):
            parts.append(
                f'<circle cx="{left + 244 + 20 * token:.0f}" cy="{y:.0f}" r="7" fill="{PAINTS["orange"].fill}"/>'
            )
        for shape, many in enumerate(rack):
            x = left + 16 + 44 * shape
            parts.append(_piece(x, y + 36, 18, seat, None if s.is_plain else ICONS[shape]))
            parts.append(label(x + 20, y + 36, str(many), 13, ""))
    return parts


ICONS = [0, 1, 3, 5, 7, 15]  # a side number of each shape
assert len(ICONS) == SHAPES


def _card_picture(left: float, top: float, name: str) -> list[str]:
    """A card with its pattern."""
    parts = [f'<rect x="{left}" y="{top}" width="62" height="84" rx="7" fill="{PAPER}" stroke="{INK}"/>']
    parts.append(label(left + 31, top + 14, name, 13, 'font-weight="bold"'))
    rows = DRAWN[name].split("/") if name in DRAWN else []
    x, y = left + 31 - 5.5 * len(rows[0]) if rows else 0.0, top + 52 - 5.5 * len(rows)
    for row, marks in enumerate(rows):
        for column, mark in enumerate(marks):
            if mark == "#":
                at = f'x="{x + 11 * column:.1f}" y="{y + 11 * row:.1f}"'
                parts.append(f'<rect {at} width="10" height="10" rx="2" fill="{INK}"/>')
    if not rows:
        parts.append(_piece(left + 20, top + 48, 20, WHITE, 2 | 8))
        parts.append(f'<path d="{_outline(left + 41, top + 48, 20, 1)}" fill="{INK}"/>')
    return parts
