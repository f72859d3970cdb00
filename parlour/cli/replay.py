"""Replays a match, move by move."""

from __future__ import annotations

from parlour.cli.terminal.keyboard import Keyboard
from parlour.cli.terminal.phrases import called, given_up, incident_sentences, is_hidden, note_sentences
from parlour.cli.terminal.screen import Screen
from parlour.errors import NotOver, ParlourError
from parlour.game import Viewpoint
from parlour.match import Match
from parlour.message import message, say

HELP = message("Enter shows the next move, b the one before, a number the position after that many moves; q leaves.")


class Replay:
    """Shows the positions of a match, as a seat or a spectator saw them, or with everything open."""

    def __init__(self, match: Match, screen: Screen, seat: Viewpoint = None) -> None:
        match.view(seat)  # raises for an unknown seat
        if seat == "all" and match.outcome is None:
            raise NotOver("the match is not over: --seat shows what a seat has seen so far")
        self.match = match
        self.screen = screen
        self.seat = seat
        self.last = len(match.moves)

    def show(self, ply: int) -> None:
        """Show the position after `ply` moves, and the result if it is the last."""
        then = self.match.at(ply)
        if ply:
            self.screen.say(say("Move {number} of {last}", number=ply, last=self.last), style="bold")
            self.screen.move(self.match, ply - 1, self.seat)
        else:
            self.screen.say(say("The start"), style="bold")
        self.screen.board(then, self.seat)
        for sentence in [*incident_sentences(self.match, ply), *note_sentences(self.match, ply)]:
            self.screen.say(sentence)
        if ply == self.last:
            self._show_end()

    def _show_end(self) -> None:
        if self.match.outcome is not None:
            self.screen.result(self.match, self.seat if isinstance(self.seat, int) else None)
        else:
            turns = [message("{name}'s", name=called(self.match, seat)) for seat in self.match.waiting]
            also = given_up(self.match)
            self.screen.say(say("The game is not over: it is {turns:, and} turn.{also}", turns=turns, also=also))

    def _tells(self, ply: int) -> bool:
        """Whether the viewer sees a change from the position before: a hidden choice shows nothing."""
        if ply in (0, self.last) or incident_sentences(self.match, ply) or note_sentences(self.match, ply):
            return True
        return not is_hidden(self.match, ply - 1, self.seat)

    def picture(self, ply: int) -> str:
        """The position after `ply` moves, as SVG."""
        return self.match.at(ply).svg(self.seat)

    def run(self) -> None:
        """Show all positions, one after the other."""
        for ply in range(self.last + 1):
            if self._tells(ply):
                self.show(ply)

    def step(self, keyboard: Keyboard) -> None:
        """Show positions as the user asks for them."""
        self.screen.say(HELP.text)
        ply = 0
        self.show(ply)
        while True:
            try:
                answer = keyboard.ask(f"{ply}/{self.last}> ").lower()
                if answer in ("q", "quit", "exit") or (not answer and ply == self.last):
                    return
                ply = self._target(ply, answer)
                self.show(ply)
            except (EOFError, KeyboardInterrupt):
                self.screen.say()
                return
            except ParlourError as problem:
                self.screen.say(str(problem), style="red")

    def _target(self, ply: int, answer: str) -> int:
        """The position that an answer asks for."""
        if answer in ("b", "back"):
            return max(ply - 1, 0)
        if not answer:
            return next(later for later in range(ply + 1, self.last + 1) if self._tells(later))
        if answer.isascii() and answer.isdigit() and int(answer) <= self.last:
            return int(answer)
        raise ParlourError("{help} There are {last} moves.", help=HELP, last=self.last)
