"""Building blocks of pictures: colours with their symbols, hexagons, SVG. Imports nothing of ours but the grid.

Colour is never the only cue: each has a letter in terminals and a symbol in SVG.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby
from math import cos, pi, sin
from typing import NamedTuple

from rich.text import Text

from parlour.grid import hex_cells, hex_name

PAPER, LINE, WELL, INK, WHITE = "#FBF8F2", "#D9D3C6", "#EFEAE0", "#23262B", "#F7F4EC"

Corner = tuple[float, float]


class Paint(NamedTuple):
    """How a colour is shown."""

    fill: str  # in SVG
    screen: str  # in terminals with 256 colours
    ink: str  # of what is written on it
    sign: str  # its symbol in SVG


PAINTS = {
    "red": Paint("#C8452D", "#d70000", "#FFFFFF", "disc"),
    "blue": Paint("#1F6FB2", "#005faf", "#FFFFFF", "square"),
    "yellow": Paint("#E8C33A", "#d7af00", INK, "triangle"),
    "green": Paint("#2E8B6A", "#00875f", "#FFFFFF", "diamond"),
    "purple": Paint("#9A5FB0", "#875faf", "#FFFFFF", "cross"),
    "orange": Paint("#E0892B", "#ff8700", INK, "star"),
    "gray": Paint("#A9AFB6", "#a8a8a8", INK, "ring"),
}


# -- terminals ---------------------------------------------------------------------------------------------------------


def tile_style(colour: str) -> str:
    """Return the terminal style for text on a tile of this colour."""
    paint = PAINTS[colour]
    return f"bold {paint.ink} on {paint.screen}"


class Canvas:
    """A grid of styled characters to write on; trailing blanks are stripped."""

    def __init__(self, width: int, height: int) -> None:
        self._lines = [[(" ", "")] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text starting at a place; what falls outside is clipped."""
        for k, character in enumerate(text):
            if 0 <= row < len(self._lines) and 0 <= column + k < len(self._lines[row]):
                self._lines[row][column + k] = (character, style)

    def text(self) -> Text:
        """Return the whole canvas."""
        lines = []
        for line in self._lines:
            runs = [(list(run), style) for style, run in groupby(line, key=lambda character: character[1])]
            lines.append(Text.assemble(*(("".join(text for text, _ in run), style) for run, style in runs)))
            lines[-1].rstrip()
        return Text("\n").join(lines)


def hex_labels(radius: int) -> list[tuple[int, int, str]]:
    """Return the labels around a board: letters at both ends of each column, numbers at the free end of each row."""
    board = hex_cells(radius)
    labels = []
    for q, r in board:
        name = hex_name((q, r), radius)
        labels += [(q, r + step, name[0]) for step in (-1, 1) if (q, r + step) not in board]
        labels += [(q + step, r, name[1:]) for step in (-1, 1) if (q + step, r) not in board and r * step <= 0]
    return labels


# -- SVG ---------------------------------------------------------------------------------------------------------------


def document(width: float, height: float, title: str, parts: Sequence[str], room: str = PAPER) -> str:
    """Return a complete SVG picture; `room` is the colour behind it, the same as on the page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" role="img" aria-label="{escape(title)}">'
        f'<rect width="100%" height="100%" fill="{room}"/>{"".join(parts)}</svg>'
    )


def room_of(svg: str) -> str:
    """Return the colour behind a picture."""
    found = re.search(r'<rect width="100%" height="100%" fill="(#[0-9A-Fa-f]{6})"/>', svg)
    return PAPER if found is None else found[1]


def ring(radius: float, count: int, turn: float = 0.0) -> list[Corner]:
    """Return the corners of a regular polygon around the origin, clockwise from the top."""
    angles = [turn + 2 * pi * k / count for k in range(count)]
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def star(outer: float, inner: float, count: int) -> list[Corner]:
    """Return the corners of a star."""
    return [corner for pair in zip(ring(outer, count), ring(inner, count, pi / count), strict=True) for corner in pair]


def polygon(x: float, y: float, corners: Sequence[Corner], attributes: str, title: str = "") -> str:
    """Draw a polygon around a point; the title is its tooltip."""
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    tag = f'<polygon points="{points}" {attributes}'
    return f"{tag}><title>{escape(title)}</title></polygon>" if title else f"{tag}/>"


def label(
    x: float, y: float, text: str, size: float = 12, attributes: str = 'fill-opacity="0.55"', ink: str = INK
) -> str:
    """Draw a text centred at a point."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{ink}" {attributes} text-anchor="middle" '
        f'dominant-baseline="central">{escape(text)}</text>'
    )


def line_of_text(x: float, y: float, text: str, is_bold: bool = False) -> str:
    """Draw a text that starts at a point."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="14" fill="{INK}" font-weight="{"bold" if is_bold else "normal"}" '
        f'dominant-baseline="central">{escape(text)}</text>'
    )


def sign(name: str, x: float, y: float, r: float, ink: str) -> str:
    """Draw a disc, square, triangle, diamond, cross, star or ring: so that nobody needs to tell colours apart."""
    if name == "disc":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r * 0.9:.1f}" fill="{ink}" fill-opacity="0.85"/>'
    if name == "ring":
        hollow = f'fill="none" stroke="{ink}" stroke-opacity="0.85" stroke-width="{r * 0.4:.1f}"'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r * 0.75:.1f}" {hollow}/>'
    arm = r * 0.35
    cross = [(-arm, -r), (arm, -r), (arm, -arm), (r, -arm), (r, arm), (arm, arm)]
    corners = {
        "square": ring(r * 1.15, 4, pi / 4),
        "triangle": ring(r * 1.2, 3),
        "diamond": ring(r * 1.2, 4),
        "cross": cross + [(-dx, -dy) for dx, dy in cross],
        "star": star(r * 1.25, r * 0.5, 5),
    }
    return polygon(x, y, corners[name], f'fill="{ink}" fill-opacity="0.85"')


def colour_sign(colour: str, x: float, y: float, r: float) -> str:
    """Draw the symbol of a colour, in its ink."""
    return sign(PAINTS[colour].sign, x, y, r, PAINTS[colour].ink)
