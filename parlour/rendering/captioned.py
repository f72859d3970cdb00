"""The positions of a match as SVG pictures with a heading, alone or as the frames of a film."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from parlour.errors import NotOver, ParlourError
from parlour.game import Viewpoint
from parlour.match import Match
from parlour.message import say
from parlour.numbers import as_number
from parlour.picture import INK, LINE, room_of

HEADING, FOOT, MARGIN = 52.0, 10.0, 20.0  # heights above and below the board, and the space beside it
MOST_FRAMES = 400  # of a film
NAME_WIDTH = 6.6  # of a character of the players' names, on average

USUAL = (640.0, 480.0)  # of a picture that does not tell its size

_ROOT = re.compile(r"<svg\b[^>]*>")
_LENGTH = {name: re.compile(rf'\s{name}="([0-9.]+)(?:px)?"') for name in ("width", "height")}


class _Drawn(NamedTuple):
    """A picture of the board, without a heading."""

    svg: str
    width: float
    height: float


def still(match: Match, ply: int | None = None, seat: Viewpoint = None) -> str:
    """Draw the position after `ply` moves, by default the last, as an SVG picture with the players' names.

    >>> import parlour
    >>> from parlour.rendering import still
    >>> match = parlour.new("exago", players=2, names=["Ann", "Ben"])
    >>> match.play(0, "f6")
    >>> "Ann (red) – Ben (blue)" in still(match), "1/1" in still(match, 1)
    (True, True)
    """
    _check_viewpoint(match, seat)
    last = len(match.moves)
    number = last if ply is None else as_number(ply)
    if number is None or number not in range(last + 1):
        raise ParlourError("there is no position after {ply} moves; {made} were made", ply=repr(ply), made=last)
    drawn = _drawn(match.at(number), seat)
    return _framed(match, drawn, number, drawn.width, drawn.height, is_film=False)


def film_plies(match: Match, seat: Viewpoint = None) -> list[int]:
    """Return the positions that a film shows, as numbers of moves: not those where the viewer would see no change.

    Raises ParlourError for a match of too many moves.
    """
    _check_viewpoint(match, seat)
    last = len(match.moves)
    if last >= MOST_FRAMES:
        raise ParlourError(
            "a film can show at most {most} moves, and this match has {last}: share its positions, or a link",
            most=MOST_FRAMES - 1,
            last=last,
        )
    told = {ply: [event["kind"] for event in match.events(seat, ply - 1)] for ply in range(1, last)}
    shown = [ply for ply, kinds in told.items() if kinds != ["chosen"]]
    return sorted({0, *shown, last})


def film_frames(match: Match, seat: Viewpoint = None) -> Iterator[str]:
    """Draw the positions of `film_plies` one by one, all in the same size."""
    plies = film_plies(match, seat)
    boards = [_drawn(match.at(ply), seat) for ply in plies]
    width, height = max(board.width for board in boards), max(board.height for board in boards)
    for ply, board in zip(plies, boards, strict=True):
        yield _framed(match, board, ply, width, height, is_film=True)


def _check_viewpoint(match: Match, seat: Viewpoint) -> None:
    """Raise NotOver for "all" while the match is on, and BadPlayers for a seat that does not exist."""
    if seat == "all" and match.outcome is None:
        raise NotOver("hidden cards and choices are shown when the match is over: until then, name a seat")
    match.seen(seat, with_legal=False)


def _drawn(then: Match, seat: Viewpoint) -> _Drawn:
    svg = then.svg(seat)
    root = _ROOT.search(svg)
    if root is None:
        return _Drawn("", *USUAL)
    sizes = [_LENGTH[name].search(root[0]) for name in ("width", "height")]
    inside = svg[root.start() :]
    if not all(sizes):
        inside = inside.replace("<svg", f'<svg width="{USUAL[0]:.0f}" height="{USUAL[1]:.0f}"', 1)
        return _Drawn(inside, *USUAL)
    return _Drawn(inside, *(float(size[1]) for size in sizes if size is not None))


def _framed(match: Match, board: _Drawn, ply: int, width: float, height: float, is_film: bool) -> str:
    """A board under a heading; in a film, a line below it grows with the moves."""
    full, tall, last = width, height + HEADING + FOOT, len(match.moves)
    inside = board.svg.replace("<svg", f'<svg x="{(width - board.width) / 2:.1f}" y="{HEADING:.0f}"', 1)
    names = _shortened(" – ".join(_called(match)), int((full - 2 * MARGIN) / NAME_WIDTH))
    title = say("{game}, {names}, move {ply} of {last}", game=match.game.title, names=names, ply=ply, last=last)
    middle = HEADING / 2 + 2
    parts = [
        _text(MARGIN, middle - 9, match.game.title, 18, "start", is_bold=True),
        _text(MARGIN, middle + 11, names, 13, "start", opacity=0.7),
        _text(full - MARGIN, middle - 9, f"{ply}/{last}", 15, "end", opacity=0.7),
    ]
    if is_film and last:
        long, at = full - 2 * MARGIN, tall - FOOT
        parts.append(f'<rect x="{MARGIN:.0f}" y="{at:.1f}" width="{long:.1f}" height="3" rx="1.5" fill="{LINE}"/>')
        done = f'width="{long * ply / last:.1f}" height="3" rx="1.5" fill="{INK}" fill-opacity="0.7"'
        parts.append(f'<rect x="{MARGIN:.0f}" y="{at:.1f}" {done}/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full:.0f} {tall:.0f}" width="{full:.0f}" '
        f'height="{tall:.0f}" font-family="sans-serif" role="img" aria-label="{escape(title)}">'
        f'<rect width="100%" height="100%" fill="{room_of(board.svg)}"/>{"".join(parts)}{inside}</svg>'
    )


def _called(match: Match) -> list[str]:
    """The players, each with the seat by which the picture names them."""
    seats = match.game.seat_names
    return [name if name == seat else f"{name} ({seat})" for name, seat in zip(match.names, seats, strict=False)]


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(x: float, y: float, text: str, size: int, anchor: str, opacity: float = 1.0, is_bold: bool = False) -> str:
    weight = "bold" if is_bold else "normal"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{INK}" '
        f'fill-opacity="{opacity:g}" text-anchor="{anchor}" dominant-baseline="central">{escape(text)}</text>'
    )
