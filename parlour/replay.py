"""A match looked back on: what one viewpoint saw after each move, and what each move did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour import incidents
from parlour.errors import NotOver
from parlour.game import Json, View, Viewpoint
from parlour.match import Match
from parlour.seat import Seat


class Played(msgspec.Struct, frozen=True):
    """A move in the list of moves."""

    seat: int
    """Who made it."""
    text: str | None
    """The move; None if it is a choice that is still hidden."""
    stand_in: str | None
    """The bot that made it for a person, if one did."""


class Frame(msgspec.Struct, frozen=True):
    """A match after some of its moves, from one viewpoint."""

    view: View[Any]
    """What could be seen then; `legal` is empty, since nobody is to move."""
    events: list[Any]
    """What the last of those moves did; empty before the first."""


class Replay(msgspec.Struct, frozen=True):
    """A match to step through, from one viewpoint.

    >>> import parlour
    >>> from parlour.replay import replay
    >>> match = parlour.new("exago", players=2)
    >>> match.play(0, "f6")
    >>> told = replay(match)
    >>> [len(frame.view.board.tiles) for frame in told.frames], told.frames[1].events[0].cell
    ([0, 1], 'f6')
    """

    game: str
    """The game's name."""
    title: str
    """Its name for people."""
    rules: str
    """The version of the rules."""
    options: dict[str, Json]
    """The value of every option, by name."""
    seats: list[Seat]
    """Who played each seat."""
    viewpoint: Viewpoint
    """Who looks: a seat, None for a spectator, or "all"."""
    is_over: bool
    """Whether the match is over."""
    moves: list[Played]
    """The moves, as far as they may be known now."""
    frames: list[Frame]
    """The match before the first move, and after each; the last one has the outcome."""
    record: str | None
    """The match as text; None while it is being played, because the text contains the deal."""


def replay(match: Match, seat: Viewpoint = None, stand_ins: Sequence[str | None] | None = None) -> Replay:
    """Look back on a match as a seat, a spectator (None) or, once it is over, "all" with everything hidden open.

    Raises NotOver for "all" while the match is on, and BadPlayers for a seat that does not exist. `stand_ins` names,
    for each move, the bot that made it for a person; by default that is read from the incidents of the match.
    """
    is_over = match.outcome is not None
    if seat == "all" and not is_over:
        raise NotOver("hidden cards and choices are shown when the match is over: until then, name a seat")
    then, frames = match.fork(), list[Frame]()
    for ply in range(len(match.moves), -1, -1):
        frames.append(Frame(then.seen(seat, with_legal=False), match.happened(seat, ply - 1) if ply else []))
        if ply:
            then.undo()
    bots = _bots_standing_in(match) if stand_ins is None else stand_ins
    known = match.history("all" if is_over else seat)
    return Replay(
        game=match.game.name,
        title=match.game.title,
        rules=match.header["rules"],
        options=match.options,
        seats=match.seats,
        viewpoint=seat,
        is_over=is_over,
        moves=[Played(mover, text, bot) for (mover, text), bot in zip(known, bots, strict=True)],
        frames=frames[::-1],
        record=match.record() if is_over else None,
    )


class Line(msgspec.Struct, frozen=True):
    """Moves that were not made, from a position of a match on."""

    moves: list[Played]
    """The moves, as far as they are legal."""
    frames: list[Frame]
    """The position before them, and after each, with all hidden parts open."""


def line_frames(match: Match, ply: int, seat: int, moves: Sequence[str]) -> Line:
    """Step through a line that was not played, after `ply` moves of a match.

    A bot's line can depend on cards that did not come: it ends before the first move that is not legal. In simultaneous
    games the line has the moves of one seat; the others move as they did in the match, or else their first legal move.

    >>> import parlour
    >>> match = parlour.new("exago", players=2)
    >>> match.play(0, "f6")
    >>> line = line_frames(match, 1, 1, ["g6", "h6", "a1"])
    >>> [(move.seat, move.text) for move in line.moves], len(line.frames)
    ([(1, 'g6'), (0, 'h6')], 3)
    """
    match._check_seat(seat)
    then, wanted, told = match.at(ply), list(moves), list[Played]()
    played = {other: [text for mover, text in match.moves[ply:] if mover == other] for other in range(match.players)}
    frames = [Frame(then.seen("all", with_legal=False), [])]
    while wanted and then.waiting:
        mover = seat if match.game.simultaneous and seat in then.waiting else then.waiting[0]
        is_of_line = mover == seat or not match.game.simultaneous
        text = wanted.pop(0) if is_of_line else _move_of_other(then, mover, played[mover])
        if not then.is_move(mover, text):
            break
        then.play(mover, text)
        told.append(Played(mover, then.last_text, None))
        frames.append(Frame(then.seen("all", with_legal=False), then.happened("all", len(then.moves) - 1)))
    return Line(told, frames)


def _move_of_other(then: Match, seat: int, played: list[str]) -> str:
    """Return the next move that a seat made in the match, if it is legal here, else its first legal one."""
    text = played.pop(0) if played else ""
    return text if text and then.is_move(seat, text) else then.legal(seat)[0]


def _bots_standing_in(match: Match) -> list[str | None]:
    """Return, for each move, the bot that made it for a person, as far as the match tells."""
    told = match.header.get("incidents")
    listed = [] if told is None else incidents.parse(told, match.players)
    changes = [
        (ply, incident.seat, incident.bot if isinstance(incident, incidents.StandIn) else None)
        for ply, incident in incidents.placed(listed, len(match.moves))
        if not isinstance(incident, incidents.Undo)
    ]
    seats = match.seats
    changes += [(ply, seat, seats[seat].bot) for seat, ply in match.resignations if seats[seat].kind == "person"]
    playing: dict[int, str | None] = {}
    found: list[str | None] = []
    for ply, (mover, _) in enumerate(match.moves):
        playing |= {seat: bot for at, seat, bot in changes if at == ply}
        found.append(playing.get(mover))
    return found
