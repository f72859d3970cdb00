"""Träxx on a terminal and as SVG. Colour is never the only cue: fields carry a letter or a shape."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np
from rich.text import Text

from parlour.errors import ParlourError
from parlour.game import Json, State, Viewpoint
from parlour.games.traxx import rules
from parlour.games.traxx.notation import (
    SEATS,
    chosen_line,
    chosen_text,
    line_of,
    numbers_of,
    turned_up,
)
from parlour.games.traxx.rules import RADIUS
from parlour.games.traxx.sheets import COLOURS, FIELDS, Sheet, checked, sheet_of
from parlour.grid import Cell, hex_cells
from parlour.picture import (
    INK,
    LINE,
    PAINTS,
    PAPER,
    Canvas,
    document,
    hex_labels,
    label,
    line_of_text,
    polygon,
    ring,
    sign,
    tile_style,
)

LETTERS = {"blue": "B", "green": "G", "yellow": "Y", "gray": "A", "red": "R", "purple": "P"}
GREAT = 35  # what a solo result above this is called (T15)
CELLS = dict(zip(FIELDS, hex_cells(RADIUS), strict=True))


def _colours(s: State) -> dict[str, str]:
    return {name: COLOURS[s.colour[field]] for field, name in enumerate(FIELDS)}


def _numbers(s: State) -> dict[str, int]:
    return {name: int(s.number[field]) for field, name in enumerate(FIELDS) if s.number[field]}


def _shown_line(s: State, seat: int, viewer: Viewpoint) -> tuple[list[str], list[str]]:
    """Return a seat's line, and the fields by which its choice will extend it, which only some may see."""
    line = line_of(s, seat)
    words = (chosen_text(s, seat) or "").split() if viewer in (seat, "all") else []
    return line, words[1:] and words


# -- terminal ----------------------------------------------------------------------------------------------------------

# A field is five columns wide with one between, and two lines high, so that there is room for the line to be drawn.
WIDTH, MIDDLE = 60, 28
SMALL = 18  # columns of another seat's sheet, where a field is one character


def _place(cell: Cell) -> tuple[int, int]:
    """Column and row of a field's middle."""
    q, r = cell
    return MIDDLE + 6 * q + 3 * r, 2 * (r + RADIUS) + 1


def terminal(s: State, seat: Viewpoint, last: str = "") -> Text:
    """Draw the viewer's sheet with the names of fields within reach, the others small beside it, the card, the scores.

    A spectator sees the first seat's sheet large. `last` may be hidden and is not shown.
    """
    viewer = seat if isinstance(seat, int) else 0
    rivals = [rival for rival in range(int(s.players)) if rival != viewer]
    canvas = Canvas(WIDTH + SMALL * ((len(rivals) + 1) // 2), 4 * RADIUS + (4 if len(rivals) > 1 else 3))
    canvas.put(0, 0, SEATS[viewer], "bold")
    for k, rival in enumerate(rivals):
        its_line = chosen_line(s, rival) if seat == "all" else line_of(s, rival)
        _put_small(canvas, s, rival, its_line, WIDTH + SMALL * (k // 2), 10 * (k % 2))
    line, choice = _shown_line(s, viewer, seat)
    near = _within_reach(s, viewer) if rules.waiting(s) >> viewer & 1 else set()
    colours, numbers = _colours(s), _numbers(s)
    for name in FIELDS:
        column, row = _place(CELLS[name])
        number = numbers.get(name, "")
        if name in line or name in choice:
            is_end = name in (line[0], line[-1])
            mark = f"({number or 'o'})" if is_end else str(number or "o")
            canvas.put(column - len(mark) // 2, row, mark, "bold")
        else:
            shown = f"{name if name in near else '':<2}{LETTERS[colours[name]]}{number:<2}"
            canvas.put(column - 2, row, shown, tile_style(colours[name]))
    for path, style in ((line, "bold"), (choice, "dim")):
        for one, other in pairwise(path):
            _join(canvas, _place(CELLS[one]), _place(CELLS[other]), style)
    for q, r, name in hex_labels(RADIUS):
        column, row = _place((q, r))
        canvas.put(column, row + (1 if r < -RADIUS else -1 if r > RADIUS else 0), name, "dim italic")
    return Text.assemble(canvas.text(), "\n\n", _card(s), _taken(s, viewer), _standing(s, seat))


def _put_small(canvas: Canvas, s: State, seat: int, line: list[str], left: int, top: int) -> None:
    """Draw a sheet with one character per field: reached, an end of the line, or free."""
    canvas.put(left, top, SEATS[seat], "bold")
    for name, (q, r) in CELLS.items():
        sign_, style = ("·", "dim") if name not in line else ("@" if name in (line[0], line[-1]) else "o", "bold")
        canvas.put(left + 8 + 2 * q + r, top + 1 + r + RADIUS, sign_, style)


def _within_reach(s: State, seat: int) -> set[str]:
    """Return the fields that the card lets this seat enter."""
    moves = np.empty(rules.MAX_MOVES, np.int64)
    listed = moves[: rules.legal(s, seat, moves)].tolist()
    steps = [move >> 6 * k & 63 for move in listed for k in range(rules.STEPS)]
    return {FIELDS[field - 1] for field in steps if field}


def _join(canvas: Canvas, one: tuple[int, int], other: tuple[int, int], style: str) -> None:
    """Draw a piece of line between the centres of two neighbouring fields."""
    (left, top), (right, bottom) = sorted([one, other])
    if top == bottom:
        canvas.put(left + 2, top, "───", style)
    else:
        canvas.put((left + right) // 2 + (bottom < top), (top + bottom) // 2, "╲" if bottom > top else "╱", style)


def _patch(colour: str) -> tuple[str, str]:
    return f" {LETTERS[colour]} {colour} ", tile_style(colour)


def _card(s: State) -> Text:
    """The card turned up."""
    card = turned_up(s)
    text = Text(f"  Card {int(s.closed) + 1} of {rules.ROUNDS}: " if card else "")
    for colour in card:
        text.append(*_patch(colour))
        text.append(" ")
    return text.append("\n") if card else text


def _taken(s: State, viewer: int) -> str:
    """T11: return the numbers that only other seats have reached; T13: those below the highest."""
    own = numbers_of(s, viewer)
    if not rules.waiting(s):
        return ""
    if s.players == 1:
        return f"  Any number below {max(own)} counts half from now on.\n" if own else ""
    others = {value for seat in range(int(s.players)) for value in numbers_of(s, seat)} - set(own)
    listed = ", ".join(map(str, sorted(others)))
    return f"  Others have been on {listed}: half for {SEATS[viewer]}.\n" if others else ""


def _numbers_got(s: State, seat: int) -> str:
    """Return `2 5½ 7`: the numbers that a seat has reached, those at half marked."""
    got = numbers_of(s, seat).items()
    return " ".join(f"{value}½" if points < value else str(value) for value, points in got) or "none"


def _standing(s: State, viewer: Viewpoint) -> Text:
    """Return one line per seat: its ends, fields, numbers and points, and whether it has chosen."""
    text = Text()
    table = np.zeros((int(s.players), 1), np.int64)
    rules.scores(s, table)
    for seat in range(int(s.players)):
        line = line_of(s, seat)
        waits = "  > " if rules.waiting(s) >> seat & 1 else "    "
        text.append(waits, "bold")
        text.append(f"{SEATS[seat]:<6}", "bold" if seat == viewer else "")
        fields = f"{len(line)} fields from {line[0]} to {line[-1]}" if len(line) > 1 else f"starts at {line[0]}"
        great = ", great!" if s.players == 1 and not rules.waiting(s) and table[seat, 0] > GREAT else ""
        text.append(f"{int(table[seat, 0]):>4} points{great}   {fields}   numbers: {_numbers_got(s, seat)}\n")
    text.rstrip()
    return text


# -- SVG ---------------------------------------------------------------------------------------------------------------

ROOM = "#FDFCF9"  # as in web/theme.css
SIZE = 20.0  # from the centre of a field to a corner
STEP = SIZE * sqrt(3)
SHEET_WIDTH, SHEET_HEIGHT = STEP * (2 * RADIUS + 3), SIZE * (3 * RADIUS + 5)


def _point(cell: Cell) -> tuple[float, float]:
    q, r = cell
    return SHEET_WIDTH / 2 + STEP * (q + r / 2), SHEET_HEIGHT / 2 + SIZE * 1.5 * r


def _field(name: str, colour: str, number: int | None, is_pale: bool = False) -> list[str]:
    x, y = _point(CELLS[name])
    paint = PAINTS[colour]
    opacity = 0.25 if is_pale else 0.62
    style = f'fill="{paint.fill}" fill-opacity="{opacity}" stroke="{PAPER}" stroke-width="1.5"'
    parts = [polygon(x, y, ring(SIZE - 0.5, 6), style, f"{name}: {colour}" + (f", {number}" if number else ""))]
    if number:
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10.5" fill="{PAPER}" stroke="{INK}" stroke-width="1.2"/>')
        parts.append(label(x, y, str(number), 13, 'font-weight="bold"'))
        parts.append(sign(paint.sign, x, y - 14.3, 2.4, INK))
    else:
        parts.append(f'<g fill-opacity="0.5" opacity="0.45">{sign(paint.sign, x, y, 4.2, INK)}</g>')
    return parts


def _pen(path: list[str], style: str) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_point(CELLS[name]) for name in path))
    return f'<polyline points="{points}" fill="none" {style} stroke-linecap="round" stroke-linejoin="round"/>'


def _start(name: str) -> str:
    x, y = _point(CELLS[name])
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{INK}"/>'


def _labels() -> list[str]:
    return [label(*_point((q, r)), name, 10) for q, r, name in hex_labels(RADIUS)]


def _seat_sheet(s: State, seat: int, viewer: Viewpoint) -> list[str]:
    """Draw a seat's sheet with its line; after the game, fields not reached are pale."""
    line, choice = _shown_line(s, seat, viewer)
    colours, numbers = _colours(s), _numbers(s)
    is_over = rules.waiting(s) == 0
    parts = [
        part for name in FIELDS for part in _field(name, colours[name], numbers.get(name), is_over and name not in line)
    ]
    if choice:
        parts.append(_pen(choice, f'stroke="{INK}" stroke-width="3.5" stroke-dasharray="1 7"'))
    if len(line) > 1:
        parts.append(_pen(line, f'stroke="{INK}" stroke-width="4.5" stroke-opacity="0.9"'))
    parts.append(_start(FIELDS[s.starts[seat]]))
    for name in line:  # numbers on the line stay readable, and its ends are open
        x, y = _point(CELLS[name])
        is_end = name in (line[0], line[-1])
        fill, ink = (PAPER, INK) if is_end else (INK, PAPER)
        if is_end or name in numbers:
            radius = 10 if name in numbers else 5
            edge = f'stroke="{INK}" stroke-width="2.5"'
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" {edge}/>')
        if name in numbers:
            parts.append(label(x, y, str(numbers[name]), 12, 'font-weight="bold"', ink))
    return parts + _labels()


def svg(s: State, seat: Viewpoint, last: str = "") -> str:
    """Draw all sheets, the viewer's own first, and the card."""
    players = int(s.players)
    first = seat if isinstance(seat, int) else 0
    order = [(first + k) % players for k in range(players)]
    columns = min(2, players)
    tall = SHEET_HEIGHT + 42
    parts = []
    table = np.zeros((players, 1), np.int64)
    rules.scores(s, table)
    for k, other in enumerate(order):
        x, y = k % columns * SHEET_WIDTH, k // columns * tall
        waits = ", to choose" if rules.waiting(s) >> other & 1 else ""
        title = f"{SEATS[other]}: {int(table[other, 0])} points{waits}"
        parts.append(f'<g transform="translate({x:.1f} {y + 40:.1f})">{"".join(_seat_sheet(s, other, seat))}</g>')
        parts.append(line_of_text(x + 16, y + 20, title, bool(waits)))
        parts.append(line_of_text(x + 16, y + 40, f"numbers: {_numbers_got(s, other)}"))
    height = tall * -(-players // columns)
    parts += _card_row(s, height)
    return document(columns * SHEET_WIDTH, height + 46, f"Träxx, {int(s.closed)} rounds played", parts, ROOM)


def _card_row(s: State, top: float) -> list[str]:
    card = turned_up(s)
    if not card:
        return [line_of_text(16, top + 20, "All cards are played.")]
    parts = [line_of_text(16, top + 20, f"Card {int(s.closed) + 1} of {rules.ROUNDS}:")]
    for k, colour in enumerate(card):
        x = 140.0 + 34 * k
        paint = PAINTS[colour]
        circle = f'<circle cx="{x}" cy="{top + 20}" r="13" fill="{paint.fill}" stroke="{LINE}">'
        parts.append(f"{circle}<title>{colour}</title></circle>")
        parts.append(sign(paint.sign, x, top + 20, 5.5, paint.ink))
    return parts


def sheet_svg(sheet: Json = "standard", start: str | None = None) -> str:
    """Draw a sheet for printing, with one of its starts, as in the box, or with all four.

    Raises BadOption if it is not a valid sheet, and ParlourError if it has no such start.
    """
    drawn: Sheet = sheet_of(checked(sheet))
    if start is not None and start not in drawn["starts"]:
        raise ParlourError(f"this sheet has no start {start!r}: it has {', '.join(drawn['starts'])}")
    numbers = {field: int(value) for value, field in drawn["numbers"].items()}
    parts = [part for name, colour in drawn["fields"].items() for part in _field(name, colour, numbers.get(name))]
    parts += [_start(name) for name in ([start] if start else drawn["starts"])]
    parts += _labels()
    parts += _value_table(SHEET_HEIGHT)
    return document(SHEET_WIDTH, SHEET_HEIGHT + 64, "A sheet of Träxx", parts)


def _value_table(top: float) -> list[str]:
    """Draw boxes to note points in, as on the pad."""
    parts = []
    titles = [*(str(value) for value in range(2, 2 + rules.NUMBERS)), "−", "="]
    wide = (SHEET_WIDTH - 32) / len(titles)
    for k, title in enumerate(titles):
        x = 16 + wide * k
        box = f'fill="none" stroke="{INK}" stroke-opacity="0.4"'
        parts.append(f'<rect x="{x:.1f}" y="{top + 14:.1f}" width="{wide:.1f}" height="36" {box}/>')
        parts.append(label(x + wide / 2, top + 4, title, 12, 'font-weight="bold"'))
    return parts
