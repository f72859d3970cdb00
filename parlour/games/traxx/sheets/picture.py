"""A sheet as a picture to choose it by: colours, numbers and starts, readable in light and dark rooms."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from parlour.game import Json
from parlour.games.traxx.rules import RADIUS
from parlour.games.traxx.sheets import FIELDS, checked, sheet_of
from parlour.grid import Cell, hex_cells
from parlour.picture import INK, PAINTS, PAPER, document, label, polygon, ring, sign

SIZE = 20.0  # from the centre of a field to a corner
STEP = SIZE * sqrt(3)
WIDTH, HEIGHT = STEP * (2 * RADIUS + 1) + 6, SIZE * (3 * RADIUS + 2) + 6
CELLS = dict(zip(FIELDS, hex_cells(RADIUS), strict=True))
MIX = 0.62  # of a field's colour with paper
FIELD = polygon(0, 0, ring(SIZE - 1, 6), 'id="field"')


def choice_svg(value: Json) -> str:
    """Draw a sheet, or one that ships with the game by its name, with nothing behind its fields."""
    sheet = sheet_of(checked(value))
    numbered = {field: number for number, field in sheet["numbers"].items()}
    parts = [f"<defs>{FIELD}</defs>"]
    for colour in sheet["colours"]:
        paint = PAINTS[colour]
        cells = {name: CELLS[name] for name, its in sheet["fields"].items() if its == colour}
        signs = [cell for name, cell in cells.items() if name not in numbered]
        parts.append(f'<defs><g id="{colour}">{sign(paint.sign, 0, 0, 5, INK)}</g></defs>')
        parts.append(f'<g fill="{_mixed(paint.fill, PAPER)}">{_copies("field", cells.values())}</g>')
        parts.append(f'<g opacity="0.4">{_copies(colour, signs)}</g>')
    for name, number in numbered.items():
        x, y = _point(CELLS[name])
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>')
        parts.append(label(x, y, number, 17, 'font-weight="bold"'))
    for name in sheet["starts"]:
        x, y = _point(CELLS[name])
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{INK}" stroke="{PAPER}" stroke-width="2.5"/>')
    return document(WIDTH, HEIGHT, "A sheet of Träxx", parts, "none")


def _copies(name: str, cells: Iterable[Cell]) -> str:
    return "".join(f'<use href="#{name}" x="{x:.1f}" y="{y:.1f}"/>' for x, y in map(_point, cells))


def _point(cell: Cell) -> tuple[float, float]:
    q, r = cell
    return WIDTH / 2 + STEP * (q + r / 2), HEIGHT / 2 + SIZE * 1.5 * r


def _mixed(one: str, other: str) -> str:
    """A colour between two, opaque, so that the room behind it does not matter."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(MIX * a + (1 - MIX) * b) for a, b in pairs).hex()
