"""Exago on a terminal and as SVG. Colour is never the only sign: tiles carry a letter or a shape."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from rich.text import Text

from parlour.game import State
from parlour.games.exago import rules
from parlour.games.exago.notation import COLOURS, LETTERS, names_of, seat_cells, winning_line
from parlour.grid import hex_cells, hex_name

PAINT = ("#C8452D", "#1F6FB2", "#E8C33A", "#2E8B6A", "#9A5FB0", "#E0892B")  # by seat
SCREEN_PAINT = ("#d70000", "#005faf", "#d7af00", "#00875f", "#875faf", "#ff8700")  # the same on 256-colour terminals
INK = ("#FFFFFF", "#FFFFFF", "#23262B", "#FFFFFF", "#FFFFFF", "#23262B")
PAPER, LINE, WELL, TEXT = "#FBF8F2", "#D9D3C6", "#EFEAE0", "#23262B"


def _owners(s: State) -> dict[str, int]:
    return {cell: seat for seat in range(int(s.players)) for cell in seat_cells(s, seat)}


def _to_act(s: State) -> int | None:
    return int(s.turn) % int(s.players) if rules.waiting(s) else None


def _labels(radius: int) -> list[tuple[int, int, str]]:
    """Where names stand around the board: letters at both ends of each column, numbers at the free end of each row."""
    board = hex_cells(radius)
    labels = []
    for q, r in board:
        name = hex_name((q, r), radius)
        labels += [(q, r + step, name[0]) for step in (-1, 1) if (q, r + step) not in board]
        labels += [(q + step, r, name[1:]) for step in (-1, 1) if (q + step, r) not in board and r * step <= 0]
    return labels


def terminal(s: State, seat: int | None, last: str = "") -> Text:
    """The board, then the hands. Empty cells beside a tile show their names; the last tile and a line have brackets."""
    radius, owners = int(s.radius), _owners(s)
    marked = {*last.split()[-1:], *winning_line(s)}
    named = set(names_of(s, s.frontier)) if owners else {hex_name((0, 0), radius)}
    width = 8 * radius + 12
    # A cell is four columns wide and each row is shifted by two, so that (q, r) stands at column 4 q + 2 r.
    lines = [[(" ", "")] * width for _ in range(2 * radius + 3)]

    def put(q: int, r: int, text: str, style: str) -> None:
        column = width // 2 - 2 + 4 * q + 2 * r
        for k, character in enumerate(text):
            lines[r + radius + 1][column + k] = (character, style)

    for q, r in hex_cells(radius):
        name = hex_name((q, r), radius)
        if name in owners:
            owner = owners[name]
            left, right = "[]" if name in marked else "  "
            put(q, r, f"{left}{LETTERS[owner].upper()}{right}", f"bold {INK[owner]} on {SCREEN_PAINT[owner]}")
        elif name in named and rules.waiting(s):
            put(q, r, f"{name:^3}", "")
        else:
            put(q, r, " * " if (q, r) == (0, 0) else " · ", "dim")
    for q, r, label in _labels(radius):
        put(q, r, f"{label:^3}", "dim italic")
    board = Text("\n").join(Text.assemble(*line) for line in lines)
    return Text.assemble(_trimmed(board), "\n\n", _hands(s))


def _trimmed(text: Text) -> Text:
    lines = text.split("\n")
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _hands(s: State) -> Text:
    """One line a seat: whose turn it is, its letter, its tiles in hand."""
    hands = Text()
    for seat in range(int(s.players)):
        hands.append("  > " if seat == _to_act(s) else "    ", "bold")
        hands.append(f" {LETTERS[seat].upper()} ", f"bold {INK[seat]} on {SCREEN_PAINT[seat]}")
        count = int(s.hand[seat])
        won = "  wins" if s.winner == seat else ""
        hands.append(f" {COLOURS[seat]:<7}{'o' * count}{' ' if count else ''}{count} in hand{won}\n")
    hands.rstrip()
    return hands


# -- SVG ---------------------------------------------------------------------------------------------------------------

SIZE = 24.0  # from the middle of a cell to its corner


def _points(x: float, y: float, corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)


def _ring(radius: float, count: int, turn: float = 0.0) -> list[tuple[float, float]]:
    angles = [turn + 2 * pi * k / count for k in range(count)]
    return [(radius * sin(angle), -radius * cos(angle)) for angle in angles]


def _sign(seat: int, x: float, y: float) -> str:
    """Disc, square, triangle, diamond, cross, star: so that nobody needs to tell colours apart."""
    r = SIZE * 0.34
    ink = f'fill="{INK[seat]}" fill-opacity="0.85"'
    arm = r * 0.35
    cross = [(-arm, -r), (arm, -r), (arm, -arm), (r, -arm), (r, arm), (arm, arm)]
    corners = {
        1: _ring(r * 1.15, 4, pi / 4),
        2: _ring(r * 1.2, 3),
        3: _ring(r * 1.2, 4),
        4: cross + [(-dx, -dy) for dx, dy in cross],
        5: [p for pair in zip(_ring(r * 1.25, 5), _ring(r * 0.5, 5, pi / 5), strict=True) for p in pair],
    }
    if seat == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r * 0.9:.1f}" {ink}/>'
    return f'<polygon points="{_points(x, y, corners[seat])}" {ink}/>'


def svg(s: State, seat: int | None, last: str = "") -> str:
    """A picture of the board and the hands."""
    radius, owners = int(s.radius), _owners(s)
    line, target = winning_line(s), last.split()[-1:]
    step = SIZE * sqrt(3)
    width, height = step * (2 * radius + 3), SIZE * (3 * radius + 5)
    parts = []
    for q, r in hex_cells(radius):
        name = hex_name((q, r), radius)
        x, y = width / 2 + step * (q + r / 2), height / 2 + SIZE * 1.5 * r
        parts.append(f'<polygon points="{_points(x, y, _ring(SIZE - 1, 6))}" fill="{WELL}" stroke="{LINE}"/>')
        if (q, r) == (0, 0):
            parts.append(_star(x, y))
        if name in owners:
            owner = owners[name]
            edge = TEXT if name in line or name in target else PAINT[owner]
            weight = 4 if name in line else 2
            parts.append(
                f'<polygon points="{_points(x, y, _ring(SIZE - 3, 6))}" fill="{PAINT[owner]}" stroke="{edge}" '
                f'stroke-width="{weight}" stroke-linejoin="round"><title>{name}: {COLOURS[owner]}</title></polygon>'
            )
            parts.append(_sign(owner, x, y))
    for q, r, label in _labels(radius):
        x, y = width / 2 + step * (q + r / 2), height / 2 + SIZE * 1.5 * r
        parts.append(_label(x, y, label))
    parts += _hand_rows(s, height)
    height += 26 * int(s.players) + 14
    title = f"Exago, {int(s.turn)} moves made"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" font-family="sans-serif" role="img" aria-label="{title}">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _star(x: float, y: float) -> str:
    corners = [p for pair in zip(_ring(7, 6), _ring(3, 6, pi / 6), strict=True) for p in pair]
    return f'<polygon points="{_points(x, y, corners)}" fill="{LINE}"/>'


def _label(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" fill="{TEXT}" fill-opacity="0.55" text-anchor="middle" '
        f'dominant-baseline="central">{text}</text>'
    )


def _hand_rows(s: State, top: float) -> list[str]:
    parts = []
    for seat in range(int(s.players)):
        y = top + 26 * seat + 8
        weight = "bold" if seat == _to_act(s) else "normal"
        parts.append(f'<polygon points="{_points(26, y, _ring(11, 6))}" fill="{PAINT[seat]}"/>')
        parts.append(f'<g transform="translate(26 {y:.1f}) scale(0.45)">{_sign(seat, 0, 0)}</g>')
        to_act = ", to move" if seat == _to_act(s) else ", wins" if s.winner == seat else ""
        parts.append(
            f'<text x="46" y="{y:.1f}" font-size="14" fill="{TEXT}" font-weight="{weight}" '
            f'dominant-baseline="central">{COLOURS[seat]}: {int(s.hand[seat])} in hand{to_act}</text>'
        )
    return parts
