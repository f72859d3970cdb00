"""A match as numbers, for every adapter: legal actions, observations, rewards, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from parlour import compiling, kernel
from parlour.adapters.pixels import pixels
from parlour.batches import IllegalAction, mark_actions
from parlour.errors import BadOption, GameOver, ParlourError
from parlour.game import Encoding, Game, Json
from parlour.games import find
from parlour.luck import Seed
from parlour.match import Match
from parlour.numbers import as_number

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")

Observation = dict[str, NDArray[Any]]


class IllegalHere(IllegalAction):
    """An illegal action at a table, which has only one game: the message names no game number."""

    def __str__(self) -> str:
        return str(self.args[1])


class Table:
    """Plays matches of one kind, one after the other, by action number."""

    game: Game
    players: int
    options: dict[str, Json]
    encoding: Encoding  # what actions, planes and vectors mean

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        named: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = find(game)
        compiling.require(self.game.name)
        self.game.refuse_named(named or {})
        if self.game.encoding is None:
            raise ParlourError(f"{self.game.title} has no encoding, which adapters need")
        self.players = self.game.check_players(self.game.players[0] if players is None else players)
        self.options = self.game.check_options(options or {}, self.players)
        self.encoding = self.game.encoding.describe(self.players, self.options)
        self._match: Match | None = None
        self._printed: tuple[Match, int] | None = None  # what `human` has already shown

    @property
    def match(self) -> Match:
        """The current match, or the last one."""
        if self._match is None:
            raise ParlourError("no match has started: call reset() first")
        return self._match

    def begin(self, seed: Seed | None) -> None:
        """Start a new match."""
        self._match = Match.new(self.game, self.players, self.options, seed)

    def take_over(self, match: Match) -> None:
        """Continue with another match of the same kind."""
        self._match = match

    def fork(self) -> Table:
        """A copy of the table whose match is independent."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other._match = None if self._match is None else self._match.fork()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.fork()  # what matches share is immutable

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each action that is legal for a seat now; all 0 if it is not the seat's turn."""
        mask = np.zeros(self.encoding.action_count, np.int8)
        codes = np.array(self.match.move_codes(seat), np.int64)
        mark_actions(self.match.state, seat, codes, mask)
        return mask

    def observation(self, seat: int) -> Observation:
        """What a seat may know, as planes and vector."""
        planes = np.empty(self.encoding.plane_shape, np.uint8)
        vector = np.empty(self.encoding.vector_size, np.float32)
        kernel.observe(self.match.state[0], seat, planes, vector)
        return {"planes": planes, "vector": vector}

    def move_text(self, seat: int, action: int) -> str:
        """The text of a legal action."""
        state = self.match.state[0]
        return self.game.notation.move_text(state, seat, int(kernel.move_of(state, seat, action)))

    def checked_move(self, seat: int, action: Any) -> str:
        """The text of a legal action, or IllegalAction."""
        if not self.match.waiting:
            raise GameOver("the game is over: call reset() to start another")
        self.match.check_waiting(seat)
        number, count = as_number(action), self.encoding.action_count
        if number is None or not 0 <= number < count:
            raise IllegalHere(0, f"actions are whole numbers from 0 to {count - 1}, not {action!r}")
        mask = self.mask(seat)
        if not mask[number]:
            legal = np.flatnonzero(mask).tolist()
            more = f" and {len(legal) - 5} others" if len(legal) > 5 else ""
            raise IllegalHere(
                0, f"action {number} is illegal for seat {seat} now; legal: {', '.join(map(str, legal[:5]))}{more}"
            )
        return self.move_text(seat, number)

    def play(self, seat: int, action: Any) -> None:
        """Make a move, or raise and change nothing."""
        self.match.play(seat, self.checked_move(seat, action))

    def rewards(self) -> list[float]:
        """Rewards as in `parlour.batch`: by rank from -1 to 1, or the score in a game for one; 0 before the end."""
        return [0.0] * self.players if self.match.waiting else [float(np.float32(each)) for each in self.standing()]

    def standing(self) -> list[float]:
        """The rewards if the match ended now, not rounded to 32 bits: those of several seats sum to zero."""
        table = np.zeros((self.players, len(self.game.score_names)), np.int64)
        kernel.scores(self.match.state[0], table)
        rows = table.tolist()
        if self.players == 1:
            return [float(rows[0][0])]
        beaten = [sum((own > other) - (own < other) for other in rows) for own in rows]
        return [number / (self.players - 1) for number in beaten]

    def render(self, mode: str | None, seat: int | None) -> Any:
        """The board as a seat or a spectator may see it: text, SVG or an array of pixels. `human` prints it once."""
        if mode == "svg":
            return self.match.svg(seat)
        if mode == "rgb_array":
            return pixels(self.match.svg(seat))
        if mode == "ansi":
            return self._terminal_text(seat)
        if mode == "human" and self._printed != (now := (self.match, len(self.match.moves))):
            self._printed = now
            Console().print(self.match.draw(seat), soft_wrap=True)
        return None

    def _terminal_text(self, seat: int | None) -> str:
        out = StringIO()
        Console(file=out, force_terminal=True, color_system="256").print(self.match.draw(seat), soft_wrap=True)
        return out.getvalue()


def checked_mode(mode: Any) -> str | None:
    """A render mode, or BadOption."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption("render_mode", f"must be one of {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode  # type: ignore[no-any-return]
