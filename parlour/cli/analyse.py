"""A bot's analysis of a position in a recorded match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.bots import Analysis, Candidate, title
from parlour.cli.play.hints import scale_words
from parlour.cli.terminal.phrases import called
from parlour.cli.terminal.screen import Screen
from parlour.errors import GameOver, NotWaiting
from parlour.match import Match
from parlour.message import listed, say
from parlour.numbers import counted


class Question:
    """A position after `ply` moves of a match, and the seat to move there; ParlourError if that is unclear."""

    def __init__(self, match: Match, ply: int | None, seat: int | None) -> None:
        self.ply = len(match.moves) if ply is None else ply
        self.then = match.at(self.ply)
        self.then.view(seat)  # raises for an unknown seat
        self.seat = _waiting_seat(self.then, seat)
        self.played = next((text for mover, text in match.moves[self.ply :] if mover == self.seat), None)

    def moves(self, asked: Sequence[str]) -> list[str]:
        """The moves to price: those asked about, and the one that was played."""
        return [*asked, *([] if self.played is None else [self.played])]

    def as_json(self, name: str, told: Analysis) -> dict[str, Any]:
        """The whole analysis, for programs."""
        asked = {"game": self.then.game.name, "ply": self.ply, "seat": self.seat, "bot": name, "played": self.played}
        return {**asked, **msgspec.structs.asdict(told), "candidates": msgspec.to_builtins(told.candidates)}

    def show(self, name: str, told: Analysis, screen: Screen) -> None:
        """Print the board as the seat may see it, and the analysis."""
        who = called(self.then, self.seat)
        after = f"after {counted(self.ply, 'move')}" if self.ply else "at the start"
        screen.say(f"{self.then.game.title}, {after}: {who} to move.", style="bold")
        screen.board(self.then, self.seat)
        screen.say(say("{name} would play: {move}", name=title(name).capitalize(), move=told.move))
        screen.grid([self._row(one) for one in told.candidates])
        screen.say(scale_words(self.then), style="dim")
        if len(told.line) > 1:
            expected = f"Expected line for {who}" if self.then.game.simultaneous else "Expected line"
            screen.say(f"{expected}: {', '.join(told.line)}.")
        screen.say(f"{counted(told.simulations, 'simulation')} in all.")
        if self.played is not None:
            screen.say(f"In the record, {who} played: {self.played}")

    def _row(self, one: Candidate) -> tuple[str, ...]:
        """A candidate's row in the table."""
        points = [] if one.points is None else [say("points {points}", points=points_words(one))]
        mark = say("played") if one.text == self.played else ""
        return one.text, say("value {value}", value=value_words(one)), *points, mark


def value_words(one: Candidate) -> str:
    """A value with its standard error: `0.62 ± 0.01`."""
    return f"{one.value:.2f}{f' ± {one.error:.2f}' if one.error >= 0.005 else ''}"


def points_words(one: Candidate) -> str:
    """Expected points with their standard error: `31.9 ± 0.1`."""
    error = one.points_error or 0.0
    return f"{one.points or 0.0:.1f}{f' ± {error:.1f}' if error >= 0.05 else ''}"


def _waiting_seat(match: Match, seat: int | None) -> int:
    """The seat given, or the only one that may act."""
    waiting, made = match.waiting, len(match.moves)
    if not waiting:
        earlier = f": give a --ply below {made}" if made else ", so there is no position to analyse"
        raise GameOver(f"the match is over after {counted(made, 'move')}{earlier}")
    if seat is None and len(waiting) > 1:
        who = listed(f"{other} ({called(match, other)})" for other in waiting)
        raise NotWaiting(f"seats {who} may act now, simultaneously: choose one with --seat")
    return match.check_waiting(waiting[0] if seat is None else seat)
