"""Watch bots play each other."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from parlour.bots import bot
from parlour.cli.play.new_match import new_match
from parlour.cli.terminal.phrases import called, is_hidden
from parlour.cli.terminal.screen import Screen
from parlour.game import Game, Json
from parlour.luck import Seed
from parlour.message import say
from parlour.numbers import counted


class Watching:
    """A match of bots, drawn move by move as a spectator may see it."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        options: Mapping[str, Json],
        seed: Seed | None,
        effort: float,
        screen: Screen,
    ) -> None:
        """Set up the match; ParlourError says what is not possible."""
        self.match, _ = new_match(game, len(bots), ",".join(bots), options, seed)
        self._bots = [
            bot(game.name, name, None if seed is None else f"{seed}/bot {seat}", effort=effort)
            for seat, name in enumerate(bots)
        ]
        self._screen = screen

    def run(self, pause: float) -> None:
        """Play to the end, with a pause in seconds after each visible move."""
        match, screen = self.match, self._screen
        who = [called(match, seat) for seat in range(match.players)]
        screen.say(say("{game}: {who:, and}.", game=match.game.title, who=who), style="bold")
        screen.board(match, None)
        told = 0
        while match.waiting:
            seat = match.waiting[0]
            with screen.thinking(match, seat):
                text = self._bots[seat].choose(match, seat)
            match.play(seat, text)
            if is_hidden(match, len(match.moves) - 1, None):
                continue  # the round is drawn when it closes
            screen.say(say("Move {number}", number=len(match.moves)), style="bold")
            for ply in range(told, len(match.moves)):
                if not is_hidden(match, ply, None):
                    screen.move(match, ply, None)
            told = len(match.moves)
            screen.board(match, None)
            time.sleep(pause)
        screen.result(match)

    def leave(self) -> None:
        """Print how many moves were played."""
        self._screen.say()
        self._screen.say(say("Stopped after {moves}.", moves=counted(len(self.match.moves), "move")))
