"""Exago on a terminal and as SVG. Colour is never the only cue: tiles carry a letter or a shape."""

from __future__ import annotations

from math import pi, sqrt

from rich.text import Text

from parlour.game import State
from parlour.games.exago import rules
from parlour.games.exago.notation import COLOURS, LETTERS, names_of, seat_cells, winning_line
from parlour.grid import hex_cells, hex_name
from parlour.numbers import counted
from parlour.picture import (
    INK,
    PAINTS,
    Canvas,
    colour_sign,
    document,
    hex_labels,
    label,
    line_of_text,
    polygon,
    ring,
    star,
    tile_style,
)


def _owners(s: State) -> dict[str, int]:
    return {cell: seat for seat in range(int(s.players)) for cell in seat_cells(s, seat)}


def _to_act(s: State) -> int | None:
    return int(s.turn) % int(s.players) if rules.waiting(s) else None


def terminal(s: State, seat: int | None, last: str = "") -> Text:
    """Draw board and hands. Empty cells beside a tile show their names; the last tile and a line are in brackets."""
    radius, owners = int(s.radius), _owners(s)
    marked = {*last.split()[-1:], *winning_line(s)}
    named = set(names_of(s, s.frontier)) if owners else {hex_name((0, 0), radius)}
    width = 8 * radius + 12
    canvas = Canvas(width, 2 * radius + 3)

    def put(q: int, r: int, text: str, style: str) -> None:
        # A cell is four columns wide and each row is shifted by two.
        canvas.put(width // 2 - 2 + 4 * q + 2 * r, r + radius + 1, text, style)

    for q, r in hex_cells(radius):
        name = hex_name((q, r), radius)
        if name in owners:
            left, right = "[]" if name in marked else "  "
            put(q, r, f"{left}{LETTERS[owners[name]].upper()}{right}", tile_style(COLOURS[owners[name]]))
        elif name in named and rules.waiting(s):
            put(q, r, f"{name:^3}", "")
        else:
            put(q, r, " * " if (q, r) == (0, 0) else " · ", "dim")
    for q, r, name in hex_labels(radius):
        put(q, r, f"{name:^3}", "dim italic")
    return Text.assemble(canvas.text(), "\n\n", _hands(s))


def _hands(s: State) -> Text:
    """Return one line per seat: whose turn it is, its letter, its tiles in hand."""
    hands = Text()
    for seat in range(int(s.players)):
        hands.append("  > " if seat == _to_act(s) else "    ", "bold")
        hands.append(f" {LETTERS[seat].upper()} ", tile_style(COLOURS[seat]))
        count = int(s.hand[seat])
        won = "  wins" if s.winner == seat else ""
        hands.append(f" {COLOURS[seat]:<7}{'o' * count}{' ' if count else ''}{count} in hand{won}\n")
    hands.rstrip()
    return hands


# -- SVG ---------------------------------------------------------------------------------------------------------------

ROOM, PLATE, HOLLOW, EDGE = "#E4ECF4", "#BFCEE2", "#A6BAD6", "#8FA6C6"  # the first as in web/theme.css
SIZE = 24.0  # from the centre of a cell to a corner


def svg(s: State, seat: int | None, last: str = "") -> str:
    """Draw the board and the hands as a picture."""
    radius, owners = int(s.radius), _owners(s)
    line, target = winning_line(s), last.split()[-1:]
    step = SIZE * sqrt(3)
    width, height = step * (2 * radius + 3), SIZE * (3 * radius + 5)
    plate = f'fill="{PLATE}" stroke="{PLATE}" stroke-width="16" stroke-linejoin="round"'
    parts = [polygon(width / 2, height / 2, ring(step * (radius + 0.95), 6, pi / 6), plate)]
    for q, r in hex_cells(radius):
        name = hex_name((q, r), radius)
        x, y = width / 2 + step * (q + r / 2), height / 2 + SIZE * 1.5 * r
        parts.append(polygon(x, y, ring(SIZE - 1, 6), f'fill="{HOLLOW}" stroke="{EDGE}"'))
        if (q, r) == (0, 0):
            parts.append(polygon(x, y, star(7, 3, 6), f'fill="{PLATE}"'))
        if name in owners:
            colour = COLOURS[owners[name]]
            fill = PAINTS[colour].fill
            edge = INK if name in line or name in target else fill
            weight = 4 if name in line else 2
            style = f'fill="{fill}" stroke="{edge}" stroke-width="{weight}" stroke-linejoin="round"'
            parts.append(polygon(x, y, ring(SIZE - 3, 6), style, f"{name}: {colour}"))
            parts.append(colour_sign(colour, x, y, SIZE * 0.34))
    for q, r, name in hex_labels(radius):
        parts.append(label(width / 2 + step * (q + r / 2), height / 2 + SIZE * 1.5 * r, name))
    parts += _hand_rows(s, height)
    height += 26 * int(s.players) + 14
    return document(width, height, f"Exago, {counted(int(s.turn), 'move')} made", parts, ROOM)


def _hand_rows(s: State, top: float) -> list[str]:
    parts = []
    for seat in range(int(s.players)):
        y = top + 26 * seat + 8
        colour = COLOURS[seat]
        to_act = ", to move" if seat == _to_act(s) else ", wins" if s.winner == seat else ""
        parts.append(polygon(26, y, ring(11, 6), f'fill="{PAINTS[colour].fill}"'))
        parts.append(colour_sign(colour, 26, y, 3.7))
        parts.append(line_of_text(46, y, f"{colour}: {int(s.hand[seat])} in hand{to_act}", seat == _to_act(s)))
    return parts
