"""A bot's analysis of a position in a recorded match."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.bots import Analysis
from parlour.cli.play.hints import show
from parlour.cli.terminal.phrases import called
from parlour.cli.terminal.screen import Screen
from parlour.errors import GameOver, NotWaiting
from parlour.match import Match
from parlour.message import listed
from parlour.numbers import counted


class Question:
    """A position after `ply` moves of a match, and the seat to move there; ParlourError if that is unclear."""

    def __init__(self, match: Match, ply: int | None, seat: int | None) -> None:
        self.ply = len(match.moves) if ply is None else ply
        self.then = match.at(self.ply)
        self.seat = _waiting_seat(self.then, seat)
        self._played = next((text for mover, text in match.moves[self.ply :] if mover == self.seat), None)

    def as_json(self, name: str, told: Analysis) -> dict[str, Any]:
        """The whole analysis, for programs."""
        asked = {"game": self.then.game.name, "ply": self.ply, "seat": self.seat, "bot": name, "played": self._played}
        return {**asked, **msgspec.structs.asdict(told), "candidates": msgspec.to_builtins(told.candidates)}

    def show(self, name: str, told: Analysis, screen: Screen) -> None:
        """Print the board as the seat may see it, and the analysis."""
        who = called(self.then, self.seat)
        after = f"after {counted(self.ply, 'move')}" if self.ply else "at the start"
        screen.say(f"{self.then.game.title}, {after}: {who} is to act.", style="bold")
        screen.board(self.then, self.seat)
        show(told, name, self.then, screen)
        if len(told.line) > 1:
            expected = f"Expected line for {who}" if self.then.game.simultaneous else "Expected line"
            screen.say(f"{expected}: {', '.join(told.line)}.")
        if told.simulations:
            screen.say(f"{counted(told.simulations, 'simulation')} in all.")
        if self._played is not None:
            screen.say(f"In the record, {who} played: {self._played}")


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
